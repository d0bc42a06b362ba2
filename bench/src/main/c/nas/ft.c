// FT: a partial differential equation solved by Fourier transforms in three dimensions, six steps. Complex numbers are pairs
// of neighbours in an array.
#include "nas.h"

enum { SEED = 314159265, STEPS = 6, SUMMED = 1024 };

// How many lines are transformed together: those of one stretch of memory.
enum { LINES = 16 };

static const double PI = 3.14159265358979323846;
static const double ALPHA = 1e-6;

static const struct {
  int nx;
  int ny;
  int nz;
  double sums[2 * STEPS];
} problems[] = {
    {64,
     64,
     64,
     {5.546087004964e+02, 4.845363331978e+02, 5.546385409189e+02, 4.865304269511e+02, 5.546148406171e+02, 4.883910722336e+02,
      5.545423607415e+02, 4.901273169046e+02, 5.544255039624e+02, 4.917475857993e+02, 5.542683411902e+02, 4.932597244941e+02}},
    {128,
     128,
     32,
     {5.673612178944e+02, 5.293246849175e+02, 5.631436885271e+02, 5.282149986629e+02, 5.594024089970e+02, 5.270996558037e+02,
      5.560698047020e+02, 5.260027904925e+02, 5.530898991250e+02, 5.249400845633e+02, 5.504159734538e+02, 5.239212247086e+02}},
    {256,
     256,
     128,
     {5.046735008193e+02, 5.114047905510e+02, 5.059412319734e+02, 5.098809666433e+02, 5.069376896287e+02, 5.098144042213e+02,
      5.077892868474e+02, 5.101336130759e+02, 5.085233095391e+02, 5.104914655194e+02, 5.091487099959e+02, 5.107917842803e+02}},
};

static int threads;
static int nx, ny, nz;

// exp(sign 2 pi i m / length).
static double *new_roots(int length, int sign) {
  double *roots = room(length * sizeof *roots);
  for (int m = 0; m < length / 2; m++) {
    double angle = sign * 2 * PI * m / length;
    roots[2 * m] = cos(angle);
    roots[2 * m + 1] = sin(angle);
  }
  return roots;
}

static inline void pass(
    const double *restrict in, double *restrict out, const double *restrict roots, int length, int half) {
  int stride = length / 2 / half;
  int width = 2 * stride * LINES;
  int far = half * width;
  for (int j = 0; j < half; j++) {
    double root_real = roots[2 * j * stride];
    double root_imaginary = roots[2 * j * stride + 1];
    const double *from = in + j * width;
    double *to = out + 2 * j * width;
    for (int k = 0; k < width; k += 2) {
      double a = from[k];
      double b = from[k + 1];
      double c = from[far + k];
      double d = from[far + k + 1];
      to[k] = a + c;
      to[k + 1] = b + d;
      to[width + k] = (a - c) * root_real - (b - d) * root_imaginary;
      to[width + k + 1] = (a - c) * root_imaginary + (b - d) * root_real;
    }
  }
}

// Transforms LINES lines in place by Stockham's algorithm of radix 2: `step` from one complex number of a line to the next,
// `line_step` from one line to the next.
static void transform_lines(
    double *values, int length, int step, int line_step, const double *roots, double *in, double *out) {
  for (int p = 0; p < length; p++) {
    for (int l = 0; l < LINES; l++) {
      in[2 * (p * LINES + l)] = values[2 * (p * step + l * line_step)];
      in[2 * (p * LINES + l) + 1] = values[2 * (p * step + l * line_step) + 1];
    }
  }
  for (int half = length / 2; half >= 1; half /= 2) {
    pass(in, out, roots, length, half);
    double *swap = in;
    in = out;
    out = swap;
  }
  for (int p = 0; p < length; p++) {
    for (int l = 0; l < LINES; l++) {
      values[2 * (p * step + l * line_step)] = in[2 * (p * LINES + l)];
      values[2 * (p * step + l * line_step) + 1] = in[2 * (p * LINES + l) + 1];
    }
  }
}

// Transforms in place along all three axes; the sign is that of the exponent.
static void transform(double *values, int sign) {
  double *along_x = new_roots(nx, sign);
  double *along_y = new_roots(ny, sign);
  double *along_z = new_roots(nz, sign);
  int longest = nx > ny ? nx : ny;
  longest = longest > nz ? longest : nz;
#pragma omp parallel num_threads(threads)
  {
    double *in = room(2 * longest * LINES * sizeof *in);
    double *out = room(2 * longest * LINES * sizeof *out);
#pragma omp for
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j += LINES) {
        transform_lines(values + 2 * (k * ny + j) * nx, nx, 1, nx, along_x, in, out);
      }
      for (int i = 0; i < nx; i += LINES) {
        transform_lines(values + 2 * (k * ny * nx + i), ny, nx, 1, along_y, in, out);
      }
    }
#pragma omp for
    for (int j = 0; j < ny; j++) {
      for (int i = 0; i < nx; i += LINES) {
        transform_lines(values + 2 * (j * nx + i), nz, nx * ny, 1, along_z, in, out);
      }
    }
    free(in);
    free(out);
  }
  free(along_x);
  free(along_y);
  free(along_z);
}

static int square(int index, int length) {
  int frequency = (index + length / 2) % length - length / 2;
  return frequency * frequency;
}

// How much each frequency fades in one step.
static void fading(double *decay) {
  double factor = -4 * ALPHA * PI * PI;
#pragma omp parallel for num_threads(threads)
  for (int k = 0; k < nz; k++) {
    for (int j = 0; j < ny; j++) {
      int squares = square(k, nz) + square(j, ny);
      for (int i = 0; i < nx; i++) {
        decay[(k * ny + j) * nx + i] = exp(factor * (squares + square(i, nx)));
      }
    }
  }
}

static void initial(double *values) {
  int plane = 2 * nx * ny;
#pragma omp parallel for num_threads(threads)
  for (int k = 0; k < nz; k++) {
    fill(skip(SEED, (uint64_t)k * plane), values + k * plane, plane);
  }
}

static void evolve(double *spectrum, const double *decay, double *state) {
#pragma omp parallel for num_threads(threads)
  for (int k = 0; k < nz; k++) {
    for (int at = k * nx * ny; at < (k + 1) * nx * ny; at++) {
      spectrum[2 * at] *= decay[at];
      spectrum[2 * at + 1] *= decay[at];
      state[2 * at] = spectrum[2 * at];
      state[2 * at + 1] = spectrum[2 * at + 1];
    }
  }
}

static void sum(const double *state, double *sums) {
  double real = 0;
  double imaginary = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : real, imaginary)
  for (int m = 1; m <= SUMMED; m++) {
    int at = ((5 * m % nz) * ny + 3 * m % ny) * nx + m % nx;
    real += state[2 * at];
    imaginary += state[2 * at + 1];
  }
  double points = (double)nx * ny * nz;
  sums[0] = real / points;
  sums[1] = imaginary / points;
}

long ft(enum size size, int team) {
  threads = team;
  nx = problems[size].nx;
  ny = problems[size].ny;
  nz = problems[size].nz;
  size_t points = (size_t)nx * ny * nz;
  double *spectrum = room(2 * points * sizeof *spectrum);
  double *state = room(2 * points * sizeof *state);
  double *decay = room(points * sizeof *decay);
  double sums[2 * STEPS];
  // All memory is touched before the time counts.
  fading(decay);
  initial(spectrum);
  evolve(spectrum, decay, state);
  transform(state, 1);
  long start = nanos();
  fading(decay);
  initial(spectrum);
  transform(spectrum, 1);
  for (int step = 0; step < STEPS; step++) {
    evolve(spectrum, decay, state);
    transform(state, -1);
    sum(state, sums + 2 * step);
  }
  long took = nanos() - start;
  for (int i = 0; i < 2 * STEPS; i++) {
    char what[32];
    snprintf(what, sizeof what, "FT, checksum %d", i);
    verify(what, sums[i], problems[size].sums[i], 1e-12);
  }
  free(spectrum);
  free(state);
  free(decay);
  return took;
}
