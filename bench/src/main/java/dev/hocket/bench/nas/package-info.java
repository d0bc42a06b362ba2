/**
 * What the kernels of the NAS Parallel Benchmarks share: sizes, random numbers, and how a kernel is
 * run. The kernels are in {@code bench/src/main/programs/nas}, with directives; {@code
 * bench/src/main/c/nas} has the same in C with OpenMP.
 */
package dev.hocket.bench.nas;
