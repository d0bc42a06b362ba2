// Functions for all kernels. A kernel runs one size on a team of threads, compares its result with the published one, and
// returns the nanoseconds of the part that the specification times.
#ifndef NAS_H
#define NAS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum size { S, W, A };

long ep(enum size size, int threads);
long cg(enum size size, int threads);
long is(enum size size, int threads);
long mg(enum size size, int threads);
long ft(enum size size, int threads);

// Ends the program if a result differs from the published one by more than the tolerance, or is not a number.
void verify(const char *what, double result, double published, double tolerance);

long nanos(void);

// As calloc, but never null.
void *room(size_t bytes);

#define SEQUENCE_FACTOR UINT64_C(1220703125)
#define SEQUENCE_MASK ((UINT64_C(1) << 46) - 1)

// The benchmarks' random numbers between 0 and 1: x <- 5^13 x mod 2^46.
static inline double next(uint64_t *state) {
  *state = *state * SEQUENCE_FACTOR & SEQUENCE_MASK;
  return (double)(int64_t)*state * 0x1p-46;
}

static inline uint64_t skip(uint64_t state, uint64_t count) {
  uint64_t power = SEQUENCE_FACTOR;
  for (; count > 0; count >>= 1) {
    if (count & 1) {
      state = state * power & SEQUENCE_MASK;
    }
    power = power * power & SEQUENCE_MASK;
  }
  return state;
}

static inline void fill(uint64_t state, double *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    numbers[i] = next(&state);
  }
}

#endif
