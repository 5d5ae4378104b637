// The memory of the kernel: the fixed areas, and the problem that prepare sets.
import { CONSTANT_BYTES, storeConstants } from "./exp";

const POINTS: usize = 1024; // largest number of points; their tensor has 360 GB
export const WIDTH: usize = 256; // coordinates that are processed at a time; their panel has 8 KB

// Fixed areas.
export const V: usize = 4096; // (T + T') a of four blocks; the constants of the module are below
export const VECTOR: usize = 8 * POINTS + 320;
export const C: usize = V + 4 * VECTOR; // c of four blocks
export const Z: usize = C + 32; // x_k o x_l, WIDTH coordinates
export const Y: usize = Z + 8 * WIDTH; // a panel of x_j o x_k o x_l
export const TILE: usize = Y + 32 * WIDTH; // 4 x 4 inner products
export const CONSTANTS: usize = TILE + 128; // of exp
export const PANELS: usize = CONSTANTS + CONSTANT_BYTES; // the points

// Kernels g.
export const LINEAR: i32 = 0; // s
export const POWER: i32 = 1; // s^degree
export const EXPONENTIAL: i32 = 2; // exp(s)
export const SERIES: i32 = 3; // given by a program: see series

export let n: usize;
export let d: usize;
export let panels: usize; // ceil(n / 4)
export let kind: i32;
export let degree: i32;
export let terms: usize; // the program of a series, after the points

/** Returns the largest number of points. */
export function mostPoints(): usize {
  return POINTS;
}

/**
 * Sets the problem; size is the degree of a power, or the length of the program
 * of a series. Returns the beginning of the caller's memory.
 */
export function prepare(points: usize, coordinates: usize, g: i32, size: i32): usize {
  n = points;
  d = coordinates;
  panels = (n + 3) >> 2;
  kind = g;
  degree = size;
  storeConstants(CONSTANTS);
  terms = PANELS + ((panels * d) << 5);
  return (terms + (kind == SERIES ? <usize>size << 3 : 0) + 63) & ~63;
}

/** Returns the address for the program of a series, which the caller writes. */
export function program(): usize {
  return terms;
}
