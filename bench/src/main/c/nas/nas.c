// The kernels of the NAS Parallel Benchmarks in C with OpenMP. A line "kernel size threads", as in "cg 0 2", runs one; the
// answer is a line with its nanoseconds.
#include "nas.h"

#include <time.h>

void verify(const char *what, double result, double published, double tolerance) {
  if (!(fabs((result - published) / published) <= tolerance)) {
    fprintf(stderr, "%s is %.13g; the published value is %.13g\n", what, result, published);
    exit(1);
  }
}

long nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

void *room(size_t bytes) {
  void *memory = calloc(bytes, 1);
  if (memory == NULL) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(1);
  }
  return memory;
}

static const struct {
  const char *name;
  long (*run)(enum size, int);
} kernels[] = {{"ep", ep}, {"cg", cg}, {"is", is}, {"mg", mg}, {"ft", ft}};

int main(void) {
  char name[16];
  int size;
  int threads;
  while (scanf("%15s %d %d", name, &size, &threads) == 3) {
    long took = -1;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
      if (strcmp(name, kernels[i].name) == 0 && size >= S && size <= A && threads > 0) {
        took = kernels[i].run(size, threads);
      }
    }
    if (took < 0) {
      fprintf(stderr, "no kernel: %s %d %d\n", name, size, threads);
      return 1;
    }
    printf("%ld\n", took);
    fflush(stdout);
  }
  return 0;
}
