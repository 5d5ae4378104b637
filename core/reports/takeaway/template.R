@head
{head}
#
# predict_row(row), also under the name predict, predicts a row: a list of cells by the names of
# columns, numbers or texts, NULL or NA for a missing one. Run by Rscript, this file reads CSV with a
# header from standard input and prints one prediction a line, an empty one where there is none.
# The cells are separated by commas, or by semicolons or tabs, with points or commas as decimal marks, and
# marks between thousands as in the file of the training rows.

missing_texts <- {missing}
grouped <- "^{grouped}$" # a number with marks between thousands
ambiguous <- "^{ambiguous}$" # a number that can be read with a decimal point and a decimal comma
other <- "^{other}$" # a number with the decimal mark that the file of the training rows has not
number_format <- "^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$"
in_file <- FALSE # whether the cells are those of a file

fail <- function(class, text) stop(structure(class = c(class, "error", "condition"), list(message = text, call = NULL)))

missing_cell <- function(name) fail("missing_cell", sprintf("column \"%s\" has a missing cell", name))

text_of <- function(row, name) {
  if (!(name %in% names(row))) fail("no_column", sprintf("the rows have no column \"%s\"", name))
  cell <- row[[name]]
  if (is.null(cell) || is.na(cell)) "" else if (is.numeric(cell)) format(cell, digits = 17) else trimws(as.character(cell))
}

# The number in a cell; fill, where there is one, in place of a missing cell.
number <- function(row, name, fill = NULL) {
  text <- text_of(row, name)
  if (text %in% missing_texts) {
    if (is.null(fill)) missing_cell(name)
    return(fill)
  }
  plain <- if (grepl(number_format, text) && !in_file) text else with_point(name, text)
  if (!grepl(number_format, plain) || !is.finite(as.numeric(plain))) {
    stop(sprintf("column \"%s\" holds \"%s\", which is not a number", name, text))
  }
  as.numeric(plain)
}

# The number of a cell with a decimal point, without a sign of currency or percent, a unit, parentheses around a negative one, and marks between thousands.
with_point <- function(name, text) {
  text <- gsub("\u00a0", " ", sub("\u2212", "-", text))
  text <- sub("^\\((.*)\\)$", "-\\1", text)
  text <- gsub("^([+-]?)(?:[A-Z]{1,3}(?=\\p{Sc})|(?:{codes})(?= ))?[\\p{Sc} ]+|(?<=[0-9])[^0-9]{1,8}$", "\\1", text, perl = TRUE)
  if (grepl(ambiguous, text)) {
    stop(sprintf("column \"%s\" holds \"%s\", which can be read with a decimal point and a decimal comma", name, text))
  }
  if (grepl(grouped, text)) text <- gsub("{group}", "", text)
  if (grepl("^[^,]*,[^,]*$", text)) sub(",", ".", text, fixed = TRUE) else text
}

@datepart
# The year, month, day, weekday (from 1, Monday) or hour of the date in the column of; a cell of the name comes first.
datepart <- function(row, name, of, part, order, fill = NULL) {
  if (name %in% names(row)) return(number(row, name, fill))
  text <- text_of(row, of)
  if (text %in% missing_texts) return(number(row, of, fill))
  if (grepl("^[0-9]{4}[-/ ]*Q[1-4]$|^Q[1-4][-/ ]*[0-9]{4}$", toupper(text))) { # its first month
    text <- paste0(sub(".*([0-9]{4}).*", "\\1", text), "-", 3 * as.numeric(sub(".*Q([1-4]).*", "\\1", toupper(text))) - 2)
  }
  text <- sub("^([0-9]{4})[-/ ]*[Mm]([0-9]{1,2})$", "\\1-\\2", text) # 2024M01
  text <- sub("^([0-9]{4})([0-9]{2})([0-9]{2})$", "\\1-\\2-\\3", text) # 20240131
  words <- strsplit(text, "[-/., ]+")[[1]]
  month <- match(tolower(substr(words[1:2], 1, 3)), tolower(month.abb))
  k <- which(month > 0)[1]
  if (!is.na(k) && k == 1 && length(words) == 2 && grepl("-[0-9]{2}$", text)) { # Jan-24
    text <- paste(1, month[1], words[2], sep = "/")
    order <- "dmy"
  } else if (!is.na(k) && length(words) == 2) { # Jan 2024
    text <- paste(words[3 - k], month[k], sep = "-")
  } else if (!is.na(k)) { # 31 Jan 2024 or January 31, 2024
    text <- paste(words[3 - k], month[k], paste(words[-(1:2)], collapse = " "), sep = "/")
    order <- "dmy"
  }
  text <- sub("^([0-9]{1,2})/([0-9]{4})$", "\\2/\\1", text)
  if (grepl("^[0-9]{4}[-/][0-9]{1,2}$", text)) text <- paste0(text, substr(text, 5, 5), "1") # a month
  match <- regmatches(text, regexec("^([0-9]{1,4})([-/.])([0-9]{1,2})\\2([0-9]{1,4})([T ].*)?$", text))[[1]]
  if (length(match) == 0) stop(sprintf("column \"%s\" holds \"%s\", which is no date", of, text))
  if (nchar(match[2]) < 4 && order == "ymd") stop(sprintf("column \"%s\" holds \"%s\" with an ambiguous day and month: write 2024-01-31", of, text))
  numbers <- as.numeric(match[c(2, 4, 5)])
  ymd <- numbers[if (nchar(match[2]) == 4) 1:3 else if (order == "mdy") c(3, 1, 2) else 3:1]
  if (ymd[1] < 100) ymd[1] <- ymd[1] + 2000 - 100 * (ymd[1] %/% 69)
  date <- as.Date(sprintf("%04d-%02d-%02d", ymd[1], ymd[2], ymd[3]), "%Y-%m-%d")
  if (is.na(date)) stop(sprintf("column \"%s\" holds \"%s\", which is no date", of, text))
  if (part == "hour") {
    clock <- regmatches(match[6], regexec("^[T ]+([0-9]{1,2})[^apAP]*([apAP]?)", match[6]))[[1]]
    if (length(clock) == 0) return(0)
    hour <- as.numeric(clock[2])
    return(if (clock[3] == "") hour else hour %% 12 + 12 * (tolower(clock[3]) == "p"))
  }
  as.numeric(format(date, c(year = "%Y", month = "%m", day = "%d", weekday = "%u")[[part]]))
}

@level
# 1 where a cell is the wanted level, 0 where another; unseen for one that no training row had.
level <- function(row, name, wanted, levels, unseen, mode = NULL) {
  text <- text_of(row, name)
  if (text %in% missing_texts) {
    if (is.null(mode)) missing_cell(name)
    text <- mode
  }
  if (text %in% levels) as.numeric(text == wanted) else unseen
}

@formula
# The value of a formula; fill, where there is one, where a cell of it is missing.
formula <- function(value, fill = NULL) {
  x <- tryCatch(suppressWarnings(value()), missing_cell = function(condition) {
    if (is.null(fill)) stop(condition)
    return(fill)
  })
  if (!is.finite(x)) stop("a formula is no finite number")
  x
}

@step
step <- function(x) as.numeric(x >= 0)

@terms
# intercept + the sum of each coefficient times the product of the features that it lists.
terms <- function(x, intercept, list) {
  intercept + sum(vapply(list, function(term) term[1] * prod(x[term[-1]]), 0))
}

@expansion
# The sum of g(sum_j p_j ... r_j x_j) alpha_p ... alpha_r over all order - 1 points p, ..., r.
expansion <- function(x, points, alpha, order, g) {
  walk <- function(first, placed, product, weight, run) {
    if (placed == order - 1) return(weight * g(sum(product)))
    total <- 0
    for (i in first:length(points)) {
      run <- if (i == first) run + 1 else 1 # points that are the same, in all their orders
      total <- total + walk(i, placed + 1, product * points[[i]], weight * alpha[i] * (placed + 1) / run, run)
    }
    total
  }
  walk(1, 0, x, 1, 0)
}

@machine
# The sum of alpha times the kernel with each point.
machine <- function(x, points, alpha, intercept, kernel) {
  intercept + sum(alpha * vapply(points, function(p) kernel(p, x), 0))
}

@nearest
# The mean of the values of the k nearest points; of an even vote, half one for the nearest.
nearest <- function(x, points, values, k, classes) {
  near <- order(vapply(points, function(p) distance(p, x), 0))[1:k]
  total <- sum(values[near])
  (if (classes && total == 0) values[near[1]] / 2 else total) / k
}

@votes
# For each class twice its share of the k nearest points less 1; of an even vote, half one more for the nearest.
votes <- function(x, points, values, k, classes) {
  near <- values[order(vapply(points, function(p) distance(p, x), 0))[1:k]] + 1
  counts <- tabulate(near, classes)
  first <- near[counts[near] == max(counts)][1]
  (2 * counts - k + 0.5 * (seq_len(classes) == first)) / k
}

@dot
dot <- function(x, t) sum(x * t)

@distance
distance <- function(x, t) sum((x - t)^2)

@anova
anova <- function(x, t) prod(1 + x * t)

@minimum
minimum <- function(x, t) prod(pmin(x, t))

@bilinear
bilinear <- function(x, rows, t) sum(x * vapply(rows, function(row) sum(row * t), 0))

@pick
pick <- function(x, places) x[places]

@horner
horner <- function(coefficients, s) Reduce(function(c, value) value * s + c, coefficients, 0, right = TRUE)

@body
{data}
# The decision values of a row: {decision}.
decision <- function(row) {
{features}
{functions}
  f
}

# The prediction of a row: {prediction}; NULL for one with a missing cell that the model needs.
predict_row <- function(row) {
  f <- tryCatch(decision(row), missing_cell = function(condition) NULL)
  if (is.null(f)) return(NULL)
  {result}
}
predict <- predict_row

# The names of the columns as in the model: of at most 80 characters, and distinct.
column_names <- function(header) {
  names <- trimws(sub("^'(.+)'$", "\\1", gsub("\\s+", " ", trimws(header))))
  names <- ifelse(nchar(names) > 80, paste0(substr(names, 1, 79), "\u2026"), names)
  names[names == ""] <- paste0("column_", which(names == ""))
  distinct <- names
  for (j in which(duplicated(names))) {
    k <- 2
    while (paste0(names[j], "_", k) %in% distinct) k <- k + 1
    distinct[j] <- paste0(names[j], "_", k)
  }
  distinct
}

refuse <- function(condition) {
  message(conditionMessage(condition))
  quit(status = 1)
}

main <- function() {
  in_file <<- TRUE
  input <- file("stdin")
  lines <- readLines(input, encoding = "UTF-8", warn = FALSE)
  close(input)
  if (!all(validUTF8(lines))) lines <- iconv(lines, "windows-1252", "UTF-8")
  lines <- sub("^\ufeff", "", lines[grepl("\\S", lines)])
  if (length(lines) < 2) refuse(simpleError("standard input has no rows"))
  separators <- c(",", ";", "\t")
  separator <- separators[which.max(vapply(separators, function(s) nchar(gsub(paste0("[^", s, "]"), "", lines[1])), 0L))]
  counts <- count.fields(textConnection(lines), separator, quote = "\"", comment.char = "")
  counts <- counts[!is.na(counts)]
  records <- tryCatch(read.csv(text = lines, header = FALSE, sep = separator, colClasses = "character", na.strings = character(0),
                               blank.lines.skip = FALSE, col.names = seq_len(max(counts))), error = refuse, warning = refuse)
  beyond <- matrix(grepl("\\S", as.matrix(records[, -seq_len(counts[1]), drop = FALSE])), nrow(records))
  odd <- which(counts < counts[1] | rowSums(beyond) > 0) - 1
  if (length(odd) > 0) refuse(simpleError(sprintf("row %d has %d cells, and the header %d", odd[1], counts[odd[1] + 1], counts[1])))
  rows <- records[-1, , drop = FALSE]
  if (any(grepl(other, trimws(unlist(rows))))) ambiguous <<- "^{either}$"
  names(rows) <- column_names(as.character(records[1, ]))
  for (i in seq_len(nrow(rows))) {
    prediction <- tryCatch(predict_row(as.list(rows[i, , drop = FALSE])), no_column = refuse, error = function(e) {
      message(sprintf("row %d: %s", i, conditionMessage(e)))
      NULL
    })
    cat(if (is.null(prediction)) "" else if (is.numeric(prediction)) format(prediction, digits = 17) else gsub("[\r\n]+", " ", prediction), "\n", sep = "")
  }
}

if (sys.nframe() == 0) main()
