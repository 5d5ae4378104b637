#!/usr/bin/python3
"""Measures the exponential kernel under cross-validation on Boston, diabetes and Ozone.

    /usr/bin/python3 testdata/reference/series.py [FOLDER]

It prints rows for the table of web/docs/truncation.md: R^2 on the test rows of three splits,
the degree, the largest gap of the whole series, and the processor time, and the same with other
kernels. It needs go, scikit-learn (diabetes) and Rscript with mlbench (Boston, Ozone). The data and
the experiments are stored in FOLDER; "node test/upload.mjs EXPERIMENT FILE" in web measures them in
Chromium.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

import numpy
from sklearn.datasets import load_diabetes

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MLBENCH = """
library(mlbench); data(BostonHousing); data(Ozone)
names(Ozone) <- c("month", "day", "weekday", "y", "pressure", "wind", "humidity", "sandburg", "elmonte", "inversion", "gradient", "inversiontemp", "visibility")
write.csv(BostonHousing, "boston.csv", row.names = FALSE, quote = FALSE)
write.csv(Ozone, "ozone.csv", row.names = FALSE, quote = FALSE, na = "")
"""
TABLES = [("boston", "medv"), ("diabetes", "target"), ("ozone", "y")]
KERNELS = {
    "exponential": {"type": "exponential", "a": "auto"},
    "linear": {"type": "linear"},
    "degree 2": {"type": "polynomial", "degree": 2, "constant": 1},
}


def experiment(table, target, kernel, seed):
    return {
        "data": {"source": "file", "name": table + ".csv"}, "target": target,
        "split": {"train": 0.75, "test": 0.25, "seed": seed}, "preprocess": {"standardize": True},
        "model": {"p": "4/3", "kernel": KERNELS[kernel]},
        "search": {"criterion": "cross-validation", "folds": 5, "count": 20, "decades": "auto"},
    }


def solve(lab, spec, folder):
    """Returns the report and the processor time. Exit status 1 means a gap above the tolerance; there is a report."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([lab, "solve", "-", "-data", spec["data"]["name"]], cwd=folder, input=json.dumps(spec), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = sys.argv[1] if len(sys.argv) > 1 else scratch
        os.makedirs(folder, exist_ok=True)
        lab = os.path.join(scratch, "lplab")
        subprocess.run(["go", "build", "-o", lab, "./app"], cwd=ROOT, check=True)
        subprocess.run(["Rscript", "-e", MLBENCH], cwd=folder, check=True)
        x = load_diabetes(scaled=False)
        numpy.savetxt(os.path.join(folder, "diabetes.csv"), numpy.column_stack([x.data, x.target]), fmt="%.10g", delimiter=",", header=",".join([*x.feature_names, "target"]), comments="")
        for table, target in TABLES:
            for kernel in KERNELS:
                reports, times = zip(*(solve(lab, experiment(table, target, kernel, seed), folder) for seed in (1, 2, 3)))
                r2 = [r["metrics"]["test"]["r2"] for r in reports]
                print(
                    f"{table} ({len(reports[0]['rows']['train'])} rows), {kernel}: R² {statistics.mean(r2):.3f} ({', '.join(f'{v:.3f}' for v in r2)}), "
                    f"degree {', '.join(str(r['solver'].get('degree', 'all')) for r in reports)}, gap {max(r['objective']['relativeGap'] for r in reports):.1e}, "
                    f"{max(times):.1f} s of processor time, {', '.join(r['status'] for r in reports)}", flush=True)
            with open(os.path.join(folder, table + ".json"), "w") as file:
                json.dump(experiment(table, target, "exponential", 1), file)


if __name__ == "__main__":
    main()
