// Measures OpenMP's constructs with the compiler and library of this machine. A line "construct
// threads operations samples" asks for the 5th percentile of the samples, in picoseconds. A sample
// is the mean time of that many operations in a row, without the time of the work in them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int threads;
static int operations;
static double sum;

// About 1.3 µs of work that the optimizer cannot remove.
static void __attribute__((noinline)) body(void) {
  double x = 1;
  for (int i = 0; i < 1000; i++) {
    x += i;
    __asm__ volatile("" : "+x"(x));
  }
}

static void reference(void) {
  for (int i = 0; i < operations; i++) {
    body();
  }
}

static void parallel(void) {
  for (int i = 0; i < operations; i++) {
#pragma omp parallel num_threads(threads)
    body();
  }
}

#define WORK_SHARING(name, schedule_clause)       \
  static void name(void) {                        \
    _Pragma("omp parallel num_threads(threads)")  \
    for (int i = 0; i < operations; i++) {        \
      _Pragma(schedule_clause)                    \
      for (int j = 0; j < threads; j++) {         \
        body();                                   \
      }                                           \
    }                                             \
  }

WORK_SHARING(for_static, "omp for schedule(static)")
WORK_SHARING(for_dynamic, "omp for schedule(dynamic)")
WORK_SHARING(for_guided, "omp for schedule(guided)")

static void barrier(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < operations; i++) {
    body();
#pragma omp barrier
  }
}

static void single(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < operations; i++) {
#pragma omp single
    body();
  }
}

static void critical(void) {
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < operations / threads; i++) {
#pragma omp critical
    body();
  }
}

static void reduction(void) {
  for (int i = 0; i < operations; i++) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
      body();
      sum += 1;
    }
  }
}

static const struct {
  const char *name;
  void (*run)(void);
} CONSTRUCTS[] = {
    {"parallel", parallel}, {"for_static", for_static}, {"for_dynamic", for_dynamic},
    {"for_guided", for_guided}, {"barrier", barrier}, {"single", single},
    {"critical", critical}, {"reduction", reduction},
};

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

static void check_threads(void) {
  int met = 0;
#pragma omp parallel num_threads(threads) reduction(+ : met)
  met += omp_get_num_threads() == threads;
  if (met != threads) {
    fprintf(stderr, "%d of %d threads\n", met, threads);
    exit(1);
  }
}

static double fifth_percentile(void (*run)(void), int samples) {
  double times[samples];
  for (int i = 0; i < samples; i++) {
    double start = omp_get_wtime();
    run();
    times[i] = (omp_get_wtime() - start) / operations;
  }
  qsort(times, samples, sizeof(double), ascending);
  return times[(int)(0.05 * (samples - 1))];
}

static long measure(void (*run)(void), int samples) {
  check_threads();
  double work = fifth_percentile(reference, samples);
  return (long)((fifth_percentile(run, samples) - work) * 1e12);
}

int main(void) {
  char name[20];
  int samples;
  while (scanf("%19s %d %d %d", name, &threads, &operations, &samples) == 4) {
    for (size_t i = 0; i < sizeof(CONSTRUCTS) / sizeof(CONSTRUCTS[0]); i++) {
      if (strcmp(name, CONSTRUCTS[i].name) == 0) {
        long picoseconds = measure(CONSTRUCTS[i].run, samples);
        // The library's idle threads spin for a while. Wait, so that they do not slow down the
        // next peer.
        usleep(20000);
        printf("%ld\n", picoseconds);
        fflush(stdout);
      }
    }
  }
  return 0;
}
