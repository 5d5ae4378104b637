"""Reference values of kernel machines, for core/solvers/machine: python3 machine.py > machine.json

Kernel ridge regression is scikit-learn's KernelRidge, the support vector machine is its SVC
on a precomputed Gram matrix (libsvm), and kernel logistic regression is its
LogisticRegression (Newton's method) on the rows of a factor F of the Gram matrix, F F^T = K.
"""
import json

import numpy as np
import sklearn
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import SVC

random = np.random.default_rng(20)
n, m, d = 40, 10, 3
x, new = random.normal(size=(n, d)), random.normal(size=(m, d))
y = x[:, 0] - 0.8 * x[:, 1] ** 2 + 0.3 * random.normal(size=n)
label = np.where(y > np.median(y) - 0.4, 1.0, -1.0)

kernels = {
    "linear": lambda a, b: a @ b.T,
    "polynomial": lambda a, b: polynomial_kernel(a, b, degree=3, gamma=1, coef0=1),
    "gaussian": lambda a, b: rbf_kernel(a, b, gamma=0.5),
}

cases = []
for name, kernel in kernels.items():
    k, cross = kernel(x, x), kernel(new, x)
    values, vectors = np.linalg.eigh(k)
    keep = values > 1e-11 * values[-1]
    factor = vectors[:, keep] * np.sqrt(values[keep])
    newfactor = cross @ vectors[:, keep] / np.sqrt(values[keep])
    for strength in [0.01, 1.0, 100.0]:
        ridge = KernelRidge(alpha=strength, kernel="precomputed").fit(k, y)
        cases.append(dict(method="kernel ridge", kernel=name, strength=strength, intercept=False,
                          alpha=ridge.dual_coef_.tolist(), predictions=ridge.predict(cross).tolist()))
        if strength == 100.0 and name != "gaussian":
            continue  # libsvm and Newton's method need too long here
        svc = SVC(C=strength, kernel="precomputed", tol=1e-12).fit(k, label)
        alpha = np.zeros(n)
        alpha[svc.support_] = svc.dual_coef_[0]
        cases.append(dict(method="svm", kernel=name, strength=strength, intercept=True,
                          alpha=alpha.tolist(), predictions=svc.decision_function(cross).tolist()))
        for intercept in [False, True]:
            logistic = LogisticRegression(C=strength, fit_intercept=intercept, solver="newton-cg",
                                          tol=1e-13, max_iter=10000).fit(factor, label)
            decision = logistic.decision_function(newfactor)
            cases.append(dict(method="kernel logistic", kernel=name, strength=strength, intercept=intercept,
                              predictions=decision.tolist()))

print(json.dumps(dict(sklearn=sklearn.__version__, x=x.tolist(), new=new.tolist(),
                      y=y.tolist(), label=label.tolist(), cases=cases)))
