"""Compares reweighted lp models with glmnet's lasso and l1 logistic regression on the same rows.
For each split, lplab selects gamma, r and the steps, and glmnet its lambda, by five-fold
cross-validation, on the standardised columns or on their products of degree 2. Prints a table
for web/docs/sparse.md. It needs R with glmnet.

    python3 reweighted.py LPLAB DIRECTORY [SPLITS [TABLE...]]

LPLAB is the command; DIRECTORY has diabetes.csv, boston.csv (target MEDV), ozone.csv (target
ozone, of R's mlbench, without the rows that lack it), cancer.csv and ionosphere.csv.
"""
import csv
import json
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

TABLES = [("diabetes", "progression", 2), ("boston", "MEDV", 2), ("ozone", "ozone", 2),
          ("cancer", "diagnosis", 1), ("ionosphere", "Class", 1)]
lplab, directory = sys.argv[1:3]
splits = int(sys.argv[3]) if len(sys.argv) > 3 else 30


def ours(name, target, degree, seed, rule, model, search):
    kernel = {"type": "linear"} if degree == 1 else {"type": "polynomial", "degree": degree, "constant": 1}
    spec = {"data": {"source": "file", "name": f"{name}.csv"}, "target": target,
            "task": "classification" if degree == 1 else "regression",
            "split": {"train": 0.75, "test": 0.25, "seed": seed}, "preprocess": {"missing": "mean"},
            "model": {"kernel": kernel, "p": "4/3", **model},
            "search": {"criterion": "cross-validation", "count": 20, "decades": "auto", "rule": rule, **search}}
    if degree == 1:
        spec["model"]["loss"] = {"type": "logistic"}
        spec["search"]["metric"] = "log-loss"
    with tempfile.TemporaryDirectory() as at:
        with open(f"{at}/spec.json", "w") as f:
            json.dump(spec, f)
        ran = subprocess.run([lplab, "solve", f"{at}/spec.json", "-data", f"{directory}/{name}.csv", "-o", f"{at}/report.json"],
                             capture_output=True, text=True)
        try:
            with open(f"{at}/report.json") as f:
                report = json.load(f)
        except FileNotFoundError:
            sys.exit(ran.stderr)
    merit = report["metrics"]["test"]["accuracy" if degree == 1 else "r2"]
    return report["rows"], merit, report["weights"].get("nonzero") or report["weights"]["count"]


def theirs(name, target, degree, rows):
    with open(f"{directory}/{name}.csv") as f:
        head, *cells = csv.reader(f)
    y = np.array([row[head.index(target)] for row in cells])
    X = np.array([[float(cell or "nan") for name, cell in zip(head, row) if name != target] for row in cells])
    train, test = rows["train"], rows["test"]
    steps = [SimpleImputer(), StandardScaler()]
    if degree > 1:
        steps += [PolynomialFeatures(degree, include_bias=False), StandardScaler()]
    columns = make_pipeline(*steps).fit(X[train])
    y = (y == y[0]).astype(int) if degree == 1 else y.astype(float)
    with tempfile.TemporaryDirectory() as at:
        for part, chosen in (("train", train), ("test", test)):
            np.savetxt(f"{at}/{part}.csv", np.column_stack([y[chosen], columns.transform(X[chosen])]), delimiter=",")
        ran = subprocess.run(["Rscript", "-e", GLMNET, at, "binomial" if degree == 1 else "gaussian"], capture_output=True, text=True, check=True)
    return [tuple(map(float, line.split())) for line in ran.stdout.splitlines()]


GLMNET = """
suppressMessages(library(glmnet)); set.seed(1)
a <- commandArgs(TRUE)
read <- function(part) as.matrix(read.csv(file.path(a[1], paste0(part, ".csv")), header = FALSE))
train <- read("train"); test <- read("test"); y <- test[, 1]
cv <- cv.glmnet(train[, -1], train[, 1], family = a[2], nfolds = 5, standardize = FALSE)
for (s in c("lambda.min", "lambda.1se")) {
  f <- predict(cv, test[, -1], s = s)
  merit <- if (a[2] == "binomial") mean((f > 0) == y) else 1 - mean((y - f)^2) / mean((y - mean(y))^2)
  cat(merit, sum(coef(cv, s = s)[-1] != 0), fill = TRUE)
}
"""


for name, target, degree in TABLES:
    if len(sys.argv) > 4 and name not in sys.argv[4:]:
        continue
    runs = {"p = 4/3": ("minimum", {}, {})}
    for rule in ("minimum", "1-se"):
        runs[f"r by folds, {rule}"] = (rule, {"r": "1/2", "steps": 8}, {"r": ["1/2", "2/3", "1"]})
    found = {method: [] for method in [*runs, "glmnet, minimum", "glmnet, 1-se"]}  # merit and weights, by split
    for seed in range(101, 101 + splits):
        for method, (rule, model, search) in runs.items():
            rows, *result = ours(name, target, degree, seed, rule, model, search)
            found[method].append(result)
        for method, result in zip(list(found)[-2:], theirs(name, target, degree, rows)):
            found[method].append(result)
    reference = np.array(found["glmnet, minimum"])[:, 0]
    for method, results in found.items():
        merits, counts = np.array(results).T
        difference = merits - reference
        print(f"| {name} | {method} | {merits.mean():.3f} | {difference.mean():+.3f} ± {difference.std(ddof=1) / np.sqrt(splits):.3f} | {counts.mean():.1f} |", flush=True)
