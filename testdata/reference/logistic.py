"""Reference answers for penalised logistic regression (core/solvers/linear).

minimise sum_i log(1 + exp(-y_i (x_i.b + c))) + lambda (ratio sum_B ||b_B|| + (1-ratio)/2 ||b||^2)

by scikit-learn's SAGA if every feature is a block, and otherwise by proximal gradient
steps. Newton's method on the nonzero blocks refines the solution, and the optimality
conditions are asserted.

    python3 logistic.py > logistic.json
"""
import json
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression

warnings.filterwarnings("error")
rng = np.random.default_rng(7)
n, d = 40, 8
X = np.round(rng.standard_normal((n, d)) * (1 + 0.3 * (np.arange(d) % 3)), 6)
logits = X[:, 0] - 0.7 * X[:, 2] + 0.5 * X[:, 5] + 0.3
y = np.where(rng.random(n) < 1 / (1 + np.exp(-logits)), 1.0, -1.0)


def objective(b, c, lam, ratio, blocks):
    data = np.logaddexp(0, -y * (X @ b + c)).sum()
    return data + lam * (ratio * sum(np.linalg.norm(b[g]) for g in blocks) + (1 - ratio) / 2 * b @ b)


def newton(b, c, lam, ratio, blocks, intercept):
    """Returns the solution by Newton's method on the nonzero blocks of b."""
    keep = np.concatenate([g for g in blocks if np.linalg.norm(b[g]) > 0] or [np.array([], int)]).astype(int)
    for _ in range(100):
        A = np.column_stack([X[:, keep], np.ones(n)]) if intercept else X[:, keep]
        s = 1 / (1 + np.exp(y * (X @ b + c)))
        g, H = A.T @ (-y * s), A.T @ (A * (s * (1 - s))[:, None])
        k = len(keep)
        g[:k] += lam * (1 - ratio) * b[keep]
        H[:k, :k] += lam * (1 - ratio) * np.eye(k)
        at = 0
        for block in blocks:
            size = np.linalg.norm(b[block])
            if size == 0:
                continue
            u, m = b[block] / size, len(block)
            g[at:at + m] += lam * ratio * u
            if m > 1:
                H[at:at + m, at:at + m] += lam * ratio / size * (np.eye(m) - np.outer(u, u))
            at += m
        step = np.linalg.solve(H, -g)
        b = b.copy()
        b[keep] += step[:k]
        c += step[k] if intercept else 0.0
        if np.abs(step).max() < 1e-15:
            break
    s = 1 / (1 + np.exp(y * (X @ b + c)))
    slope = X.T @ (y * s) - lam * (1 - ratio) * b
    for block in blocks:  # the optimality conditions
        size = np.linalg.norm(b[block])
        if size == 0:
            assert np.linalg.norm(slope[block]) <= lam * ratio, "a zero block violates its optimality condition"
        else:
            assert np.linalg.norm(slope[block] - lam * ratio * b[block] / size) < 1e-10
    return b, c


def start(lam, ratio, intercept):
    m = LogisticRegression(penalty="elasticnet", solver="saga", l1_ratio=ratio, C=1 / lam, fit_intercept=intercept, tol=1e-12, max_iter=1000000)
    m.fit(X, y)
    return m.coef_[0], float(m.intercept_[0]) if intercept else 0.0


def proximal(lam, ratio, blocks, intercept):
    """Returns an approximate solution by proximal gradient steps, for the nonzero blocks."""
    b, c = np.zeros(d), 0.0
    A = np.column_stack([X, np.ones(n)])
    L = np.linalg.norm(A, 2) ** 2 / 4
    for _ in range(200000):
        s = 1 / (1 + np.exp(y * (X @ b + c)))
        v = b + X.T @ (y * s) / L
        c += (y * s).sum() / L if intercept else 0.0
        for block in blocks:
            size = np.linalg.norm(v[block])
            b[block] = v[block] * (max(0.0, 1 - lam * ratio / L / size) / (1 + lam * (1 - ratio) / L) if size > 0 else 0)
    return b, c


single = [np.array([j]) for j in range(d)]
bounds = [0, 3, 5, 8]
grouped = [np.arange(bounds[k], bounds[k + 1]) for k in range(3)]
cases = []
for intercept in [True, False]:
    for lam in [0.5, 2.0, 6.0]:
        for ratio, blocks in [(1.0, single), (0.6, single), (0.8, grouped)]:
            b, c = start(lam, ratio, intercept) if blocks is single else proximal(lam, ratio, blocks, intercept)
            b[np.abs(b) < 1e-9] = 0
            b, c = newton(b, c, lam, ratio, blocks, intercept)
            cases.append({
                "Ratio": ratio, "Lambda": lam, "Bounds": None if blocks is single else bounds, "Intercept": intercept,
                "Coefficients": b.tolist(), "Constant": c, "Objective": objective(b, c, lam, ratio, blocks),
            })
print(json.dumps({"N": n, "D": d, "Rows": X.ravel().tolist(), "Y": y.tolist(), "Cases": cases}, indent=1))
