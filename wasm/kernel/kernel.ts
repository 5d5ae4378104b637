// The SIMD128 kernel of the tensor work at order q = 4, in AssemblyScript.
//
// Points x_0 .. x_{n-1} of R^d; packed entries in the layout of
// core/spaces/tensor/layout.go: for each outer pair k <= l, in colexicographic order,
// a block, which is the packed triangle over i <= j <= k of
//
//   T_ij = g(sum_c x_ic x_jc x_kc x_lc) / (product of multiplicities!)
//
// with column j at C(j+1, 2). Two operations on the blocks of one row l:
//
//   build     computes T from the points, with 2 d flops per entry
//   contract  computes contributions to omega and to M = K[a, a, ., .] in one pass
//
// Memory is imported. It begins with the fixed areas of memory.ts and the points; the caller allocates
// the rest (see shards.js). The vector operations use only their arguments.
export { mostPoints, prepare, program } from "./memory";
export { pack, build } from "./build";
export { exactOmega, roundedOmega, exactBoth, roundedBoth, contract, finish, setSide, sideBytes } from "./contract";
export { halve } from "./rounded";
export { evaluate, evaluateExponential, mostCoordinates } from "./evaluate";
export { read, compute } from "./limits";
export { multiply, absolute, addScaled, rowProducts, addRows } from "./vectors";
