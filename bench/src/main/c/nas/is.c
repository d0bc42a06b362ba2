// IS: the ranks of random keys by counting them, ten times.
#include <omp.h>

#include "nas.h"

enum { ITERATIONS = 10, TESTED = 5, SEED = 314159265 };

// The published ranks of some keys. A rank moves with the iteration, upwards for the first `rising` keys and downwards for
// the others; as given they are those of the iterations `rises_from` and `falls_from`.
static const struct problem {
  int keys;
  int values;
  int indices[TESTED];
  int ranks[TESTED];
  int rising;
  int rises_from;
  int falls_from;
} problems[] = {
    {1 << 16, 1 << 11, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463}, 3, 0, 0},
    {1 << 20,
     1 << 16,
     {357773, 934767, 875723, 898999, 404505},
     {1249, 11698, 1039987, 1043896, 1048018},
     2,
     2,
     0},
    {1 << 23,
     1 << 19,
     {2112377, 662041, 5336171, 3642833, 4250760},
     {104, 17523, 123928, 8288932, 8388264},
     3,
     1,
     1},
};

static const struct problem *problem;
static int *keys;

// The number of keys that do not exceed the index; and the same for the keys of each thread.
static int *at_most;
static int **of_threads;

static void count(int threads) {
  int values = problem->values;
#pragma omp parallel num_threads(threads)
  {
    int team = omp_get_num_threads();
    int *own = of_threads[omp_get_thread_num()];
    memset(own, 0, values * sizeof *own);
#pragma omp for nowait
    for (int i = 0; i < problem->keys; i++) {
      own[keys[i]]++;
    }
    for (int value = 1; value < values; value++) {
      own[value] += own[value - 1];
    }
#pragma omp barrier
#pragma omp for
    for (int value = 0; value < values; value++) {
      int sum = 0;
      for (int thread = 0; thread < team; thread++) {
        sum += of_threads[thread][value];
      }
      at_most[value] = sum;
    }
  }
}

static void rank(int iteration, int threads) {
  keys[iteration] = iteration;
  keys[iteration + ITERATIONS] = problem->values - iteration;
  int tested[TESTED];
  for (int i = 0; i < TESTED; i++) {
    tested[i] = keys[problem->indices[i]];
  }
  count(threads);
  for (int i = 0; i < TESTED; i++) {
    int moved = i < problem->rising ? iteration - problem->rises_from : problem->falls_from - iteration;
    int expected = problem->ranks[i] + moved;
    if (at_most[tested[i] - 1] != expected) {
      fprintf(stderr, "IS, rank %d in iteration %d is %d, not %d\n", i, iteration, at_most[tested[i] - 1], expected);
      exit(1);
    }
  }
}

// Sorts the keys by their ranks and checks their order, outside of the time measured.
static void verify_sorted(void) {
  int *sorted = room(problem->keys * sizeof *sorted);
  for (int i = 0; i < problem->keys; i++) {
    sorted[--at_most[keys[i]]] = keys[i];
  }
  for (int i = 1; i < problem->keys; i++) {
    if (sorted[i - 1] > sorted[i]) {
      fprintf(stderr, "IS, not sorted at %d\n", i);
      exit(1);
    }
  }
  free(sorted);
}

long is(enum size size, int threads) {
  problem = &problems[size];
  keys = room(problem->keys * sizeof *keys);
  at_most = room(problem->values * sizeof *at_most);
  of_threads = room(threads * sizeof *of_threads);
  for (int i = 0; i < threads; i++) {
    of_threads[i] = room(problem->values * sizeof **of_threads);
  }
  uint64_t state = SEED;
  for (int i = 0; i < problem->keys; i++) {
    double sum = next(&state);
    sum += next(&state);
    sum += next(&state);
    sum += next(&state);
    keys[i] = (int)(problem->values / 4 * sum);
  }
  rank(1, threads);
  long start = nanos();
  for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
    rank(iteration, threads);
  }
  long took = nanos() - start;
  verify_sorted();
  for (int i = 0; i < threads; i++) {
    free(of_threads[i]);
  }
  free(of_threads);
  free(at_most);
  free(keys);
  return took;
}
