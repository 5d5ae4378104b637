#!/usr/bin/python3
"""Compares processor times with scikit-learn and glmnet, measured alternately on one machine.

    /usr/bin/python3 testdata/reference/speed.py [turns [part of a name]]

It needs go, numpy, scikit-learn, and Rscript with glmnet. All run on one thread. Times are user
and system time without the start of the program: for lp Lab the difference between many
repetitions and one, for scikit-learn process_time, for glmnet proc.time. Prints the minimum of
the turns for each program, and the median of the ratios of the turns.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "GOMAXPROCS"):
    os.environ[name] = "1"

import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
from sklearn.linear_model import LassoCV

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LASSO = [(1000, 200), (5000, 50)]
GLMNET = """
library(glmnet)
a <- commandArgs(TRUE); n <- as.integer(a[2]); d <- as.integer(a[3]); times <- 20
f <- file(a[1], "rb"); x <- matrix(readBin(f, "double", n * d), n, d, byrow = TRUE); y <- readBin(f, "double", n)
fit <- function() glmnet(x, y, lambda.min.ratio = 0.01, nlambda = 100, standardize = FALSE, thresh = as.double(a[4]))
invisible(fit())
begin <- proc.time(); for (i in 1:times) fit(); took <- proc.time() - begin
cat(sum(took[c("user.self", "sys.self")]) / times)
"""


def processor(command, cwd=ROOT):
    """Returns the processor time of a command, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def draw(n, d, relevant, noise):
    """Returns standardised features, and a target that depends on the first ones."""
    rng = numpy.random.default_rng(1)
    x = rng.standard_normal((n, d))
    x = (x - x.mean(0)) / x.std(0)
    return x, x[:, :relevant] @ rng.standard_normal(relevant) + noise * rng.standard_normal(n)


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as folder:
        lab, linear = os.path.join(folder, "lplab"), os.path.join(folder, "linear.test")
        subprocess.run(["go", "build", "-o", lab, "./app"], cwd=ROOT, check=True)
        subprocess.run(["go", "test", "-c", "-o", linear, "./core/solvers/linear"], cwd=ROOT, check=True)
        for n, d in LASSO:
            x, y = draw(n, d, 20, 1)
            numpy.concatenate([x.ravel(), y]).tofile(os.path.join(folder, f"{n}x{d}.f64"))

        def ours(n, d, tolerance):
            command = [linear, "-test.run=^$", f"-test.bench=LassoPath/{n}x{d}/{tolerance}$", f"-data={folder}"]
            often, once = (processor(command + [f"-test.benchtime={k}x"]) for k in (41, 1))
            return (often - once) / 40

        def glmnet(n, d, threshold):
            file = os.path.join(folder, f"{n}x{d}.f64")
            out = subprocess.run(["Rscript", "-e", GLMNET, file, str(n), str(d), threshold], check=True, capture_output=True, text=True)
            return float(out.stdout)

        def search():
            # bench runs each case three times.
            return (processor([lab, "bench", "-only", "search"]) - processor([lab, "-h"])) / 3

        def lasso_cv():
            x, y = draw(1500, 10, 4, 0.5)
            begin = time.process_time()
            LassoCV(n_alphas=50, cv=5).fit(x, y)
            return time.process_time() - begin

        pairs = {"50 gammas x 5 folds, 1500 x 10, against LassoCV": (search, lasso_cv)}
        for n, d in LASSO:
            for tolerance, threshold in (("1e-06", "1e-7"), ("1e-10", "1e-7"), ("1e-10", "1e-14")):
                pairs[f"lasso, 100 lambdas, {n} x {d}, gap {tolerance}, against glmnet, thresh {threshold}"] = (
                    lambda n=n, d=d, tolerance=tolerance: ours(n, d, tolerance),
                    lambda n=n, d=d, threshold=threshold: glmnet(n, d, threshold))
        for name, (one, other) in pairs.items():
            if only not in name:
                continue
            times = [(one(), other()) for _ in range(turns)]
            mine, theirs = (min(column) for column in zip(*times))
            ratio = statistics.median(a / b for a, b in times)
            print(f"{name}: {1e3 * mine:.1f} ms, {1e3 * theirs:.1f} ms, ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
