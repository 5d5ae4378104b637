"""Reference answers for one-vs-rest logistic regression of four classes (core/lab).

For each class against the rest, with labels y = +1 and -1,

    minimise C sum_i log(1 + exp(-y_i (x_i.w + b))) + 1/2 ||w||^2

which is the objective of scikit-learn's LogisticRegression in OneVsRestClassifier, and of
lp with p = 2, a linear kernel, the logistic loss, an intercept and gamma = C. It is solved
by Newton's method on the primal in plain Python until the gradient is below 1e-11.
"sklearn" has the decision values of scikit-learn 1.2.1, which are asserted to agree to 1e-6.

    python3 onevsrest.py > onevsrest.json
"""
import json
import math
import sys

import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

C, n, d, classes = 3.0, 80, 3, ["east", "north", "south", "west"]
state = 12345


def uniform():
    """Returns a number of a linear congruential generator, so the data depend on no library."""
    global state
    state = (1103515245 * state + 12345) % 2**31
    return state / 2**31


rows, labels = [], []
for i in range(n):
    k = (0, 1, 2, 3, 1)[i % 5]
    centre = [(1.5, 0, 0.3), (0, 1.4, -0.4), (0.2, -1.5, 0.5), (-1.4, 0.1, 0)][k]
    rows.append([round(c + 1.8 * (uniform() + uniform() - 1), 4) for c in centre])
    labels.append(classes[k])


def solve(a, b):
    """Solves a x = b by Gaussian elimination with pivoting."""
    m = len(b)
    a = [row[:] + [v] for row, v in zip(a, b)]
    for i in range(m):
        p = max(range(i, m), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        for r in range(i + 1, m):
            f = a[r][i] / a[i][i]
            a[r] = [u - f * v for u, v in zip(a[r], a[i])]
    x = [0.0] * m
    for i in reversed(range(m)):
        x[i] = (a[i][m] - sum(a[i][j] * x[j] for j in range(i + 1, m))) / a[i][i]
    return x


def newton(y):
    v = [0.0] * (d + 1)
    for _ in range(100):
        g = v[:d] + [0.0]
        h = [[float(i == j and i < d) for j in range(d + 1)] for i in range(d + 1)]
        for x, t in zip(rows, y):
            z = x + [1.0]
            s = 1 / (1 + math.exp(t * sum(p * q for p, q in zip(z, v))))
            for i in range(d + 1):
                g[i] -= C * t * s * z[i]
                for j in range(d + 1):
                    h[i][j] += C * s * (1 - s) * z[i] * z[j]
        if max(map(abs, g)) < 1e-11:
            return v
        v = [p - q for p, q in zip(v, solve(h, g))]
    raise AssertionError("Newton's method did not converge")


solutions = [newton([1.0 if label == c else -1.0 for label in labels]) for c in classes]
decisions = [[sum(p * q for p, q in zip(x + [1.0], v)) for v in solutions] for x in rows]
model = OneVsRestClassifier(LogisticRegression(C=C, solver="newton-cg", tol=1e-12, max_iter=10000)).fit(rows, labels)
sklearns = model.decision_function(rows)
assert all(abs(a - b) < 1e-6 for p, q in zip(sklearns, decisions) for a, b in zip(p, q))
json.dump({"C": C, "classes": classes, "rows": rows, "labels": labels,
           "weights": [v[:d] for v in solutions], "intercepts": [v[d] for v in solutions], "decisions": decisions,
           "sklearn": {"version": sklearn.__version__, "decisions": [[round(float(f), 12) for f in row] for row in sklearns]}}, sys.stdout)
