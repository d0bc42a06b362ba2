// MG: V-cycles for Poisson's equation on a periodic cube, on grids of 2^3 to 256^3 points.
//
// Every operator sums a point and its 26 neighbours with a weight for the point, for those that share a face, an edge and a
// corner with it; sums over a face's or an edge's neighbours in the plane across the innermost axis are made once per point
// and used three times.
#include "nas.h"

enum { SEED = 314159265, CHARGES = 10, MOST_LEVELS = 8 };

static const struct {
  int levels;
  int iterations;
  double norm;
} problems[] = {
    {5, 4, 0.5307707005734e-4},
    {7, 4, 0.6467329375339e-5},
    {8, 4, 0.2433365309069e-5},
};

// The weights of the residual's operator, which has none for faces, and of the smoother, which has none for corners.
static const double POINT = -8.0 / 3, EDGE = 1.0 / 6, CORNER = 1.0 / 12;
static const double SMOOTH_POINT = -3.0 / 8, SMOOTH_FACE = 1.0 / 32, SMOOTH_EDGE = -1.0 / 64;

// A cube of numbers, planes of rows, with a border one point wide on every side.
struct grid {
  double *values;
  int row;
  int plane;
};

static int threads;

static struct grid new_grid(int size) {
  int row = size + 2;
  return (struct grid){room((size_t)row * row * row * sizeof(double)), row, row * row};
}

// Copies each side of the cube to the border opposite, since the cube is periodic.
static void wrap(struct grid grid) {
  double *values = grid.values;
  int row = grid.row;
  int plane = grid.plane;
  int last = row - 2;
#pragma omp parallel for num_threads(threads)
  for (int k = 1; k < row - 1; k++) {
    for (int j = 1; j < row - 1; j++) {
      int at = k * plane + j * row;
      values[at] = values[at + last];
      values[at + last + 1] = values[at + 1];
    }
    memcpy(values + k * plane, values + k * plane + last * row, row * sizeof *values);
    memcpy(values + k * plane + (last + 1) * row, values + k * plane + row, row * sizeof *values);
  }
  memcpy(values, values + last * plane, plane * sizeof *values);
  memcpy(values + (last + 1) * plane, values + plane, plane * sizeof *values);
}

// The greatest numbers offered, in order, and their places.
struct extremes {
  int count;
  double numbers[CHARGES];
  int places[CHARGES];
};

static void offer(struct extremes *extremes, double number, int place) {
  if (extremes->count == CHARGES && number <= extremes->numbers[CHARGES - 1]) {
    return;
  }
  int at = extremes->count < CHARGES ? extremes->count++ : CHARGES - 1;
  for (; at > 0 && extremes->numbers[at - 1] < number; at--) {
    extremes->numbers[at] = extremes->numbers[at - 1];
    extremes->places[at] = extremes->places[at - 1];
  }
  extremes->numbers[at] = number;
  extremes->places[at] = place;
}

// The right side: +1 at the ten points where random numbers are greatest, -1 where they are smallest, else 0.
static struct grid charges(int size) {
  struct grid grid = new_grid(size);
  struct extremes greatest = {0};
  struct extremes smallest = {0};
  uint64_t state = SEED;
  for (int k = 1; k <= size; k++) {
    for (int j = 1; j <= size; j++) {
      for (int i = 1; i <= size; i++) {
        double number = next(&state);
        int at = k * grid.plane + j * grid.row + i;
        offer(&greatest, number, at);
        offer(&smallest, -number, at);
      }
    }
  }
  for (int c = 0; c < CHARGES; c++) {
    grid.values[greatest.places[c]] = 1;
    grid.values[smallest.places[c]] = -1;
  }
  wrap(grid);
  return grid;
}

// For each point of a row, the sums of its neighbours in the plane across the row.
static inline void across(
    const double *restrict in, int at, int row, int plane, double *restrict faces, double *restrict edges) {
  for (int i = 0; i < row; i++) {
    int here = at + i;
    faces[i] = in[here - row] + in[here + row] + in[here - plane] + in[here + plane];
    edges[i] =
        in[here - plane - row] + in[here - plane + row] + in[here + plane - row] + in[here + plane + row];
  }
}

// r = v - A u.
static void residual(struct grid u, struct grid v, struct grid r) {
  const double *in = u.values;
  const double *from = v.values;
  double *out = r.values;
  int row = u.row;
  int plane = u.plane;
#pragma omp parallel num_threads(threads)
  {
    double faces[row];
    double edges[row];
#pragma omp for
    for (int k = 1; k < row - 1; k++) {
      for (int j = 1; j < row - 1; j++) {
        int at = k * plane + j * row;
        across(in, at, row, plane, faces, edges);
        for (int i = 1; i < row - 1; i++) {
          out[at + i] = from[at + i] - POINT * in[at + i] - EDGE * (edges[i] + faces[i - 1] + faces[i + 1]) -
                        CORNER * (edges[i - 1] + edges[i + 1]);
        }
      }
    }
  }
  wrap(r);
}

// u = u + S r.
static void smooth(struct grid r, struct grid u) {
  const double *in = r.values;
  double *out = u.values;
  int row = u.row;
  int plane = u.plane;
#pragma omp parallel num_threads(threads)
  {
    double faces[row];
    double edges[row];
#pragma omp for
    for (int k = 1; k < row - 1; k++) {
      for (int j = 1; j < row - 1; j++) {
        int at = k * plane + j * row;
        across(in, at, row, plane, faces, edges);
        for (int i = 1; i < row - 1; i++) {
          out[at + i] += SMOOTH_POINT * in[at + i] + SMOOTH_FACE * (in[at + i - 1] + in[at + i + 1] + faces[i]) +
                         SMOOTH_EDGE * (edges[i] + faces[i - 1] + faces[i + 1]);
        }
      }
    }
  }
  wrap(u);
}

// The residual on the next coarser grid: weighted means of the finer one's.
static void coarsen(struct grid fine, struct grid coarse) {
  const double *in = fine.values;
  double *out = coarse.values;
  int row = fine.row;
  int plane = fine.plane;
#pragma omp parallel num_threads(threads)
  {
    double faces[row];
    double edges[row];
#pragma omp for
    for (int k = 1; k < coarse.row - 1; k++) {
      for (int j = 1; j < coarse.row - 1; j++) {
        int from = 2 * k * plane + 2 * j * row;
        int to = k * coarse.plane + j * coarse.row;
        across(in, from, row, plane, faces, edges);
        for (int i = 1; i < coarse.row - 1; i++) {
          int m = 2 * i;
          out[to + i] = 0.5 * in[from + m] + 0.25 * (in[from + m - 1] + in[from + m + 1] + faces[m]) +
                        0.125 * (faces[m - 1] + faces[m + 1] + edges[m]) + 0.0625 * (edges[m - 1] + edges[m + 1]);
        }
      }
    }
  }
  wrap(coarse);
}

// Adds the trilinear interpolation of a coarse grid to the next finer one.
static void prolong(struct grid coarse, struct grid fine) {
  const double *in = coarse.values;
  double *out = fine.values;
  int row = coarse.row;
  int plane = coarse.plane;
#pragma omp parallel num_threads(threads)
  {
    double beside[row];
    double above[row];
    double both[row];
#pragma omp for
    for (int k = 0; k < row - 1; k++) {
      for (int j = 0; j < row - 1; j++) {
        int from = k * plane + j * row;
        for (int i = 0; i < row; i++) {
          int here = from + i;
          beside[i] = in[here + row] + in[here];
          above[i] = in[here + plane] + in[here];
          both[i] = in[here + plane + row] + in[here + plane] + beside[i];
        }
        int to = 2 * k * fine.plane + 2 * j * fine.row;
        for (int i = 0; i < row - 1; i++) {
          int m = to + 2 * i;
          out[m] += in[from + i];
          out[m + 1] += 0.5 * (in[from + i + 1] + in[from + i]);
          out[m + fine.row] += 0.5 * beside[i];
          out[m + fine.row + 1] += 0.25 * (beside[i] + beside[i + 1]);
          out[m + fine.plane] += 0.5 * above[i];
          out[m + fine.plane + 1] += 0.25 * (above[i] + above[i + 1]);
          out[m + fine.plane + fine.row] += 0.25 * both[i];
          out[m + fine.plane + fine.row + 1] += 0.125 * (both[i] + both[i + 1]);
        }
      }
    }
  }
}

static void clear(struct grid grid) {
#pragma omp parallel for num_threads(threads)
  for (int k = 0; k < grid.row; k++) {
    memset(grid.values + k * grid.plane, 0, grid.plane * sizeof *grid.values);
  }
}

static double norm(struct grid grid) {
  int row = grid.row;
  double sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
  for (int k = 1; k < row - 1; k++) {
    for (int j = 1; j < row - 1; j++) {
      for (int i = 1; i < row - 1; i++) {
        double value = grid.values[k * grid.plane + j * row + i];
        sum += value * value;
      }
    }
  }
  double points = (double)(row - 2) * (row - 2) * (row - 2);
  return sqrt(sum / points);
}

static void cycle(int finest, struct grid *u, struct grid v, struct grid *r) {
  for (int level = finest; level > 1; level--) {
    coarsen(r[level], r[level - 1]);
  }
  clear(u[1]);
  smooth(r[1], u[1]);
  for (int level = 2; level < finest; level++) {
    clear(u[level]);
    prolong(u[level - 1], u[level]);
    residual(u[level], r[level], r[level]);
    smooth(r[level], u[level]);
  }
  prolong(u[finest - 1], u[finest]);
  residual(u[finest], v, r[finest]);
  smooth(r[finest], u[finest]);
}

long mg(enum size size, int team) {
  threads = team;
  int levels = problems[size].levels;
  struct grid u[MOST_LEVELS + 1];
  struct grid r[MOST_LEVELS + 1];
  for (int level = 1; level <= levels; level++) {
    u[level] = new_grid(1 << level);
    r[level] = new_grid(1 << level);
  }
  struct grid v = charges(1 << levels);
  residual(u[levels], v, r[levels]);
  cycle(levels, u, v, r);
  clear(u[levels]);
  long start = nanos();
  residual(u[levels], v, r[levels]);
  for (int i = 0; i < problems[size].iterations; i++) {
    cycle(levels, u, v, r);
    residual(u[levels], v, r[levels]);
  }
  double result = norm(r[levels]);
  long took = nanos() - start;
  verify("MG, the norm of the residual", result, problems[size].norm, 1e-8);
  for (int level = 1; level <= levels; level++) {
    free(u[level].values);
    free(r[level].values);
  }
  free(v.values);
  return took;
}
