@head
"""{head}

predict(row) predicts a row: a dict of cells by the names of columns, numbers or texts,
None for a missing one. Run as a program, this file reads CSV with a header from
standard input and prints one prediction a line, an empty one where there is none.
The cells are separated by commas, or by semicolons or tabs, with points or commas as
decimal marks, and marks between thousands as in the file of the training rows.
"""

import csv
import io
import math
import re
import sys

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
GROUPED = re.compile(r"{grouped}")  # a number with marks between thousands
ambiguous = re.compile(r"{ambiguous}")  # a number that can be read with a decimal point and a decimal comma
OTHER = re.compile(r"{other}")  # a number with the decimal mark that the file of the training rows has not
MISSING = {missing}
in_file = False  # whether the cells are those of a file


class Missing(Exception):
    """A cell is missing that the model needs."""


class NoColumn(ValueError):
    """A column is missing that the model needs."""


def text_of(row, name):
    """The text of a cell."""
    if name not in row:
        raise NoColumn(f'the rows have no column "{name}"')
    cell = row[name]
    return "" if cell is None else str(cell).strip()


def number(row, name, fill=None):
    """The number in a cell; fill, where there is one, in place of a missing cell."""
    text = text_of(row, name)
    if text in MISSING:
        if fill is None:
            raise Missing(f'column "{name}" has a missing cell')
        return fill
    plain = text if NUMBER.fullmatch(text) and not in_file else with_point(name, text)
    if not NUMBER.fullmatch(plain) or not math.isfinite(float(plain)):
        raise ValueError(f'column "{name}" holds "{text}", which is not a number')
    return float(plain)


def with_point(name, text):
    """The number of a cell with a decimal point, without a sign of currency or percent, a unit, parentheses around a negative one, and marks between thousands."""
    text = re.sub(r"^\((.*)\)$", r"-\1", text)
    text = re.sub(r"^([+-]?)(?:[A-Z]{1,3}(?=[{currencies}])|(?:{codes})(?= ))?[{currencies} ]+|(?<=\d)\D{1,8}$", r"\1", text.replace("\u2212", "-").replace("\u00a0", " "))
    if ambiguous.fullmatch(text):
        raise ValueError(f'column "{name}" holds "{text}", which can be read with a decimal point and a decimal comma')
    if GROUPED.fullmatch(text):
        text = re.sub(r"{group}", "", text)
    return text.replace(",", ".") if text.count(",") == 1 else text

@datepart

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

def datepart(row, name, of, part, order, fill=None):
    """The year, month, day, weekday (from 1, Monday) or hour of the date in the column of; a cell of the name comes first."""
    import datetime
    if name in row:
        return number(row, name, fill)
    text = text_of(row, of)
    if text in MISSING:
        return number(row, of, fill)
    quarter = re.fullmatch(r"(\d{4})[-/ ]*[Qq]([1-4])|[Qq]([1-4])[-/ ]*(\d{4})", text)
    if quarter:  # its first month
        text = f"{quarter[1] or quarter[4]}-{3 * int(quarter[2] or quarter[3]) - 2}"
    text = re.sub(r"^(\d{4})[-/ ]*[Mm](\d{1,2})$", r"\1-\2", text)  # 2024M01
    text = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", text)  # 20240131
    words = re.split(r"[-/., ]+", text)
    for k, word in enumerate(words[:2]):
        if word[:3].lower() in MONTHS and k == 0 and len(words) == 2 and re.search(r"-\d\d$", text):  # Jan-24
            text, order = f"1/{1 + MONTHS.index(word[:3].lower())}/{words[1]}", "dmy"
        elif word[:3].lower() in MONTHS and len(words) == 2:  # Jan 2024
            text = f"{words[1 - k]}-{1 + MONTHS.index(word[:3].lower())}"
        elif word[:3].lower() in MONTHS and len(words) > 2:  # 31 Jan 2024 or January 31, 2024
            text, order = f"{words[1 - k]}/{1 + MONTHS.index(word[:3].lower())}/{' '.join(words[2:])}", "dmy"
    text = re.sub(r"^(\d{1,2})/(\d{4})$", r"\2/\1", text)
    text = re.sub(r"^(\d{4}([-/])\d{1,2})$", r"\1\g<2>1", text)  # a month
    match = re.fullmatch(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})([T ].*)?", text)
    if not match:
        raise ValueError(f'column "{of}" holds "{text}", which is no date')
    if len(match[1]) < 4 and order == "ymd":
        raise ValueError(f'column "{of}" holds "{text}" with an ambiguous day and month: write 2024-01-31')
    a, b, c = int(match[1]), int(match[3]), int(match[4])
    year, month, day = (a, b, c) if len(match[1]) == 4 else (c, a, b) if order == "mdy" else (c, b, a)
    if year < 100:
        year += 2000 - 100 * (year // 69)
    date = datetime.date(year, month, day)
    clock = re.match(r"[T ]+(\d{1,2})[^apAP]*([apAP]?)", match[5] or "")
    hour = int(clock[1]) if clock else 0
    if clock and clock[2]:
        hour = hour % 12 + 12 * (clock[2] in "pP")
    return float({"hour": hour, "year": date.year, "month": date.month, "day": date.day}.get(part, date.isoweekday()))

@level

def level(row, name, wanted, levels, unseen, mode=None):
    """1 where a cell is the wanted level, 0 where another; unseen for one that no training row had."""
    text = text_of(row, name)
    if isinstance(row[name], float):
        text = text.removesuffix(".0")  # a code in a table of numbers
    if text in MISSING:
        if mode is None:
            raise Missing(f'column "{name}" has a missing cell')
        text = mode
    return unseen if text not in levels else float(text == wanted)

@formula

def formula(value, fill=None):
    """The value of a formula; fill, where there is one, where a cell of it is missing."""
    try:
        x = value()
    except Missing:
        if fill is None:
            raise
        return fill
    if not math.isfinite(x):
        raise ValueError("a formula is no finite number")
    return x

@quotient

def quotient(a, b):
    return a / b if b != 0 else math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)

@power

def power(a, b):
    try:
        return math.pow(a, b)
    except OverflowError:
        return math.inf if a > 0 or b % 2 == 0 else -math.inf
    except ValueError:
        return math.inf if a == 0 else math.nan

@call

def call(function, x):
    """A function of mathematics; not a number where it is not defined."""
    try:
        return function(x)
    except OverflowError:
        return math.inf
    except ValueError:
        return -math.inf if x == 0 else math.nan

@extreme

def extreme(function, *x):
    return math.nan if any(map(math.isnan, x)) else function(x)

@step

def step(x):
    return 1.0 if x >= 0 else 0.0

@terms

def terms(x, intercept, list_):
    """intercept + the sum of each coefficient times the product of the features that it lists."""
    f = intercept
    for coefficient, *features in list_:
        for j in features:
            coefficient *= x[j]
        f += coefficient
    return f

@expansion

def expansion(x, points, alpha, order, g):
    """The sum of g(sum_j p_j ... r_j x_j) alpha_p ... alpha_r over all order - 1 points p, ..., r."""
    def walk(first, placed, product, weight, run):
        if placed == order - 1:
            return weight * g(sum(product))
        total = 0.0
        for i in range(first, len(points)):
            run = run + 1 if i == first else 1  # points that are the same, in all their orders
            total += walk(i, placed + 1, [a * b for a, b in zip(product, points[i])], weight * alpha[i] * (placed + 1) / run, run)
        return total
    return walk(0, 0, x, 1.0, 0)

@machine

def machine(x, points, alpha, intercept, kernel):
    """The sum of alpha times the kernel with each point."""
    return intercept + sum(a * kernel(p, x) for a, p in zip(alpha, points))

@nearest

def nearest(x, points, values, k, classes):
    """The mean of the values of the k nearest points; of an even vote, half one for the nearest."""
    order = sorted(range(len(points)), key=lambda i: distance(points[i], x))[:k]
    total = sum(values[i] for i in order)
    return (values[order[0]] / 2 if classes and total == 0 else total) / k

@votes

def votes(x, points, values, k, classes):
    """For each class twice its share of the k nearest points less 1; of an even vote, half one more for the nearest."""
    near = [int(values[i]) for i in sorted(range(len(points)), key=lambda i: distance(points[i], x))[:k]]
    counts = [near.count(c) for c in range(classes)]
    first = next(c for c in near if counts[c] == max(counts))
    return [(2 * count - k + (0.5 if c == first else 0)) / k for c, count in enumerate(counts)]

@dot

def dot(x, t):
    return sum(a * b for a, b in zip(x, t))

@distance

def distance(x, t):
    return sum((a - b) ** 2 for a, b in zip(x, t))

@anova

def anova(x, t):
    return math.prod(1 + a * b for a, b in zip(x, t))

@minimum

def minimum(x, t):
    return math.prod(min(a, b) for a, b in zip(x, t))

@bilinear

def bilinear(x, rows, t):
    return sum(a * dot(row, t) for a, row in zip(x, rows))

@pick

def pick(x, places):
    return [x[j] for j in places]

@horner

def horner(coefficients, s):
    value = 0.0
    for c in reversed(coefficients):
        value = value * s + c
    return value

@body

{data}

def decision(row):
    """The decision values of a row: {decision}."""
{features}
{functions}
    return f


def predict(row):
    """The prediction of a row: {prediction}; None for one with a missing cell that the model needs."""
    try:
        f = decision(row)
    except Missing:
        return None
    return {result}


def column_names(header):
    """The names of the columns as in the model: of at most 80 characters, and distinct."""
    names = [re.sub(r"^'(.+)'$", r"\1", " ".join(name.split())).strip() or f"column_{j}" for j, name in enumerate(header, 1)]
    names = [name[:79] + "…" if len(name) > 80 else name for name in names]
    taken = set(names)
    for j, name in enumerate(names):
        if name in names[:j]:
            k = 2
            while f"{name}_{k}" in taken:
                k += 1
            names[j] = f"{name}_{k}"
            taken.add(names[j])
    return names


def main():
    global in_file, ambiguous
    in_file = True
    data = sys.stdin.buffer.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("windows-1252", "replace")
    separator = max(",;\t", key=text.split("\n", 1)[0].count)
    text = re.sub(r"(?m)^ +(?=\r?$)", "", text)  # blank lines
    text = re.sub(rf'(?<![^{separator}\r\n ])("[^"]*(?:""[^"]*)*") +(?=[{separator}\r\n]|\Z)', r"\1", text)  # spaces after closing quotes
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True)
    try:
        header, *rows = [cells for cells in reader if len(cells) > 1 or cells and not cells[0].isspace()] or [[]]
    except csv.Error as error:
        sys.exit(f"line {reader.line_num}: {error}")
    if not rows:
        sys.exit("standard input has no rows")
    for i, cells in enumerate(rows, 1):
        if len(cells) < len(header) or any(cell.strip() for cell in cells[len(header):]):
            sys.exit(f"row {i} has {len(cells)} cells, and the header {len(header)}")
    if any(OTHER.fullmatch(cell.strip()) for cells in rows for cell in cells):
        ambiguous = re.compile(r"{either}")
    names = column_names(header)
    for i, cells in enumerate(rows, 1):
        try:
            prediction = predict(dict(zip(names, cells)))
        except NoColumn as error:
            sys.exit(str(error))
        except (ValueError, OverflowError) as error:
            print(f"row {i}: {error}", file=sys.stderr)
            prediction = None
        print("" if prediction is None else re.sub(r"[\r\n]+", " ", str(prediction)))


if __name__ == "__main__":
    main()
