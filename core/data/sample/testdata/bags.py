"""Writes core/data/sample/bags.csv: labelled bags of points, after the toy problem of
Szabo, Sriperumbudur, Poczos and Gretton, Learning theory for distribution regression,
JMLR 17 (2016).

Each bag holds 10 to 30 points of a normal distribution in the plane, with mean 0 and
standard deviations 2 and 1/2 along axes that are turned by an angle. Its label is the
entropy of the first coordinate, which neither a single point nor the mean of the bag
tells, only how the points are spread.

    python3 core/data/sample/testdata/bags.py > core/data/sample/bags.csv
"""

import math
import random

random.seed(1)
print("bag,x1,x2,entropy")
for bag in range(1, 81):
    angle = random.uniform(0, math.pi)
    c, s = math.cos(angle), math.sin(angle)
    entropy = 0.5 * math.log(2 * math.pi * math.e * ((2 * c) ** 2 + (0.5 * s) ** 2))
    for _ in range(random.randint(10, 30)):
        u, v = random.gauss(0, 2), random.gauss(0, 0.5)
        print(f"{bag},{c * u - s * v:.4f},{s * u + c * v:.4f},{entropy:.6f}")
