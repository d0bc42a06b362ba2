// EP: pairs of Gaussian deviates by the acceptance-rejection method, counted in square annuli.
#include "nas.h"

enum { PAIRS_OF_BLOCK = 1 << 16, ANNULI = 10, SEED = 271828183 };

static const struct {
  int blocks;
  double sum_x;
  double sum_y;
} problems[] = {
    {1 << 8, -3.247834652034740e+3, -6.958407078382297e+3},
    {1 << 9, -2.863319731645753e+3, -6.320053679109499e+3},
    {1 << 12, -4.295875165629892e+3, -1.580732573678431e+4},
};

long ep(enum size size, int threads) {
  int blocks = problems[size].blocks;
  long counts[ANNULI] = {0};
  double sum_x = 0;
  double sum_y = 0;
  long start = nanos();
#pragma omp parallel num_threads(threads) reduction(+ : sum_x, sum_y, counts[:ANNULI])
  {
    double *numbers = room(2 * PAIRS_OF_BLOCK * sizeof *numbers);
#pragma omp for nowait
    for (int block = 0; block < blocks; block++) {
      fill(skip(SEED, (uint64_t)block * 2 * PAIRS_OF_BLOCK), numbers, 2 * PAIRS_OF_BLOCK);
      for (int i = 0; i < 2 * PAIRS_OF_BLOCK; i += 2) {
        double x = 2 * numbers[i] - 1;
        double y = 2 * numbers[i + 1] - 1;
        double t = x * x + y * y;
        if (t <= 1) {
          double scale = sqrt(-2 * log(t) / t);
          double gauss_x = x * scale;
          double gauss_y = y * scale;
          double farther = fabs(gauss_x) > fabs(gauss_y) ? fabs(gauss_x) : fabs(gauss_y);
          counts[(int)farther]++;
          sum_x += gauss_x;
          sum_y += gauss_y;
        }
      }
    }
    free(numbers);
  }
  long took = nanos() - start;
  verify("EP, sum of x", sum_x, problems[size].sum_x, 1e-8);
  verify("EP, sum of y", sum_y, problems[size].sum_y, 1e-8);
  return took;
}
