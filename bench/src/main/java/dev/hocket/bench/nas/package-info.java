/**
 * Code that the kernels of the NAS Parallel Benchmarks share: sizes, random numbers, and the
 * interface of a kernel. The kernels are in {@code bench/src/main/programs/nas}, with directives;
 * {@code bench/src/main/c/nas} has the same kernels in C with OpenMP.
 */
package dev.hocket.bench.nas;
