"""Reference values of linear functions, for core/solvers/linear: python3 linear.py > linear.json

Least squares is by numpy's pseudo-inverse, ridge by scikit-learn's Ridge with singular
values, and the lasso and the elastic net by its Lasso and ElasticNet with alpha = lambda / n.
scikit-learn has no group lasso; it is solved here by the alternating direction method of
multipliers on copies of the features.
"""
import json

import numpy as np
import sklearn
from sklearn.linear_model import ElasticNet, Lasso, Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

random = np.random.default_rng(4)


def group_lasso(x, y, lam, groups, rho=20.0, iterations=40000):
    """Returns the coefficients, the copies summed, and the norms of the groups."""
    origin = np.concatenate(groups)
    bounds = np.cumsum([0] + [len(g) for g in groups])
    copies = x[:, origin]
    inverse = np.linalg.inv(copies.T @ copies + rho * np.eye(len(origin)))
    z = u = np.zeros(len(origin))
    for _ in range(iterations):
        b = inverse @ (copies.T @ y + rho * (z - u))
        z = b + u
        for f, t in zip(bounds, bounds[1:]):
            size = np.linalg.norm(z[f:t])
            z[f:t] *= max(0, 1 - lam / (rho * size))
        u = u + b - z
    sums = np.zeros(x.shape[1])
    np.add.at(sums, origin, z)
    return sums, [np.linalg.norm(z[f:t]) for f, t in zip(bounds, bounds[1:])]


sets = []
for name, n, d in [("tall", 30, 8), ("wide", 12, 20)]:
    x = np.round(random.normal(size=(n, d)) + random.normal(size=d), 4)
    x[:, 3] = x[:, 0] + np.round(0.1 * random.normal(size=n), 4)
    y = np.round(1.5 + x[:, 0] - 2 * x[:, 1] + 0.5 * x[:, 5] + 0.5 * random.normal(size=n), 4)
    cases = []

    def add(method, model, **more):
        model.fit(x, y)
        cases.append(dict(method=method, intercept=model.fit_intercept, coefficients=model.coef_.tolist(),
                          constant=float(model.intercept_), **more))

    for intercept in [True, False]:
        centre, level = (x.mean(axis=0), y.mean()) if intercept else (np.zeros(d), 0.0)
        b = np.linalg.pinv(x - centre) @ (y - level)
        cases.append(dict(method="least squares", intercept=intercept, coefficients=b.tolist(),
                          constant=float(level - centre @ b)))
        for lam in [0.03, 1, 50]:
            ridge = Ridge(lam, fit_intercept=intercept, solver="svd")
            left = y - cross_val_predict(ridge, x, y, cv=LeaveOneOut())
            add("ridge", ridge, **{"lambda": lam, "left": left.tolist()})
        exact = dict(fit_intercept=intercept, tol=1e-15, max_iter=10**7)
        for lam in [0.2, 3, 20]:
            add("lasso", Lasso(lam / n, **exact), **{"lambda": lam})
            for ratio in [0.9, 0.3]:
                add("elastic net", ElasticNet(lam / n, l1_ratio=ratio, **exact), **{"lambda": lam, "ratio": ratio})
    for groups in [[range(k, min(k + 4, d)) for k in range(0, d, 4)],
                   [range(k, min(k + 5, d)) for k in range(0, d, 4)]]:
        groups = [list(g) for g in groups]
        for lam in [0.5, 5, 30]:
            centre = x.mean(axis=0)
            b, norms = group_lasso(x - centre, y - y.mean(), lam, groups)
            cases.append({"method": "group lasso", "intercept": True, "lambda": lam, "groups": groups, "norms": norms,
                          "coefficients": b.tolist(), "constant": float(y.mean() - centre @ b)})
    sets.append(dict(name=name, n=n, d=d, rows=x.ravel().tolist(), y=y.tolist(), cases=cases))

print(json.dumps(dict(sklearn=sklearn.__version__, sets=sets)))
