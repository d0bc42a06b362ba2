// CG: the smallest eigenvalue of a large sparse matrix by inverse iteration, with a solver of 25 steps.
#include "nas.h"

enum { STEPS_OF_SOLVER = 25, SEED = 314159265, MOST_NONZEROS = 12 };

static const double CONDITION = 0.1;

static const struct {
  int rows;
  int nonzeros;
  int iterations;
  double shift;
  double zeta;
} problems[] = {
    {1400, 7, 15, 10, 8.5971775078648},
    {7000, 8, 15, 12, 10.362595087124},
    {14000, 11, 15, 20, 17.130235054029},
};

// A few indices and their values, in the order in which they were set.
struct vector {
  int size;
  int indices[MOST_NONZEROS];
  double values[MOST_NONZEROS];
};

static int find(const struct vector *vector, int index) {
  for (int k = 0; k < vector->size; k++) {
    if (vector->indices[k] == index) {
      return k;
    }
  }
  return -1;
}

static void set(struct vector *vector, int index, double value) {
  int at = find(vector, index);
  if (at < 0) {
    at = vector->size++;
  }
  vector->indices[at] = index;
  vector->values[at] = value;
}

// Row i is the entries from starts[i] to ends[i].
struct matrix {
  int *starts;
  int *ends;
  int *columns;
  double *values;
};

static void add(struct matrix *matrix, int row, int column, double value) {
  int low = matrix->starts[row];
  int high = matrix->ends[row];
  while (low < high) {
    int middle = (low + high) / 2;
    if (matrix->columns[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < matrix->ends[row] && matrix->columns[low] == column) {
    matrix->values[low] += value;
    return;
  }
  size_t moved = matrix->ends[row] - low;
  memmove(matrix->columns + low + 1, matrix->columns + low, moved * sizeof *matrix->columns);
  memmove(matrix->values + low + 1, matrix->values + low, moved * sizeof *matrix->values);
  matrix->columns[low] = column;
  matrix->values[low] = value;
  matrix->ends[row]++;
}

static struct vector *random_vectors(int rows, int nonzeros) {
  struct vector *vectors = room(rows * sizeof *vectors);
  uint64_t state = skip(SEED, 1);
  int power = 1;
  while (power < rows) {
    power *= 2;
  }
  for (int i = 0; i < rows; i++) {
    while (vectors[i].size < nonzeros) {
      double value = next(&state);
      int index = (int)(power * next(&state));
      if (index < rows && find(&vectors[i], index) < 0) {
        set(&vectors[i], index, value);
      }
    }
    set(&vectors[i], i, 0.5);
  }
  return vectors;
}

// Returns a matrix with room for each row as if all of its entries were at different places.
static struct matrix empty_matrix(const struct vector *vectors, int rows) {
  struct matrix matrix = {room((rows + 1) * sizeof(int)), room(rows * sizeof(int)), NULL, NULL};
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < vectors[i].size; k++) {
      matrix.starts[vectors[i].indices[k] + 1] += vectors[i].size;
    }
  }
  for (int i = 0; i < rows; i++) {
    matrix.starts[i + 1] += matrix.starts[i];
    matrix.ends[i] = matrix.starts[i];
  }
  matrix.columns = room(matrix.starts[rows] * sizeof(int));
  matrix.values = room(matrix.starts[rows] * sizeof(double));
  return matrix;
}

static void pack(struct matrix *matrix, int rows) {
  int to = 0;
  for (int i = 0; i < rows; i++) {
    int from = matrix->starts[i];
    int length = matrix->ends[i] - from;
    memmove(matrix->columns + to, matrix->columns + from, length * sizeof(int));
    memmove(matrix->values + to, matrix->values + from, length * sizeof(double));
    matrix->starts[i] = to;
    to += length;
    matrix->ends[i] = to;
  }
}

static struct matrix random_matrix(int rows, int nonzeros, double shift) {
  struct vector *vectors = random_vectors(rows, nonzeros);
  struct matrix matrix = empty_matrix(vectors, rows);
  double ratio = pow(CONDITION, 1.0 / rows);
  double weight = 1;
  for (int i = 0; i < rows; i++) {
    const struct vector *vector = &vectors[i];
    for (int j = 0; j < vector->size; j++) {
      for (int k = 0; k < vector->size; k++) {
        double value = vector->values[k] * weight * vector->values[j];
        if (vector->indices[j] == i && vector->indices[k] == i) {
          value += CONDITION - shift;
        }
        add(&matrix, vector->indices[j], vector->indices[k], value);
      }
    }
    weight *= ratio;
  }
  free(vectors);
  pack(&matrix, rows);
  return matrix;
}

static inline double row(const struct matrix *matrix, int row, const double *vector) {
  double sum = 0;
  for (int k = matrix->starts[row]; k < matrix->ends[row]; k++) {
    sum += matrix->values[k] * vector[matrix->columns[k]];
  }
  return sum;
}

static struct matrix matrix;
static double *x, *z, *p, *q, *r;

// Solves A z = x approximately, and returns the norm of the residual x - A z.
static double solve(int rows, int threads) {
  double rho = 0;
  double next_rho = 0;
  double pq = 0;
  double left = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp for reduction(+ : rho)
    for (int i = 0; i < rows; i++) {
      z[i] = 0;
      r[i] = x[i];
      p[i] = x[i];
      rho += x[i] * x[i];
    }
    for (int step = 0; step < STEPS_OF_SOLVER; step++) {
#pragma omp for reduction(+ : pq)
      for (int i = 0; i < rows; i++) {
        double product = row(&matrix, i, p);
        q[i] = product;
        pq += p[i] * product;
      }
      double alpha = rho / pq;
#pragma omp for reduction(+ : next_rho)
      for (int i = 0; i < rows; i++) {
        z[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        next_rho += r[i] * r[i];
      }
      double beta = next_rho / rho;
#pragma omp for
      for (int i = 0; i < rows; i++) {
        p[i] = r[i] + beta * p[i];
      }
#pragma omp single
      {
        rho = next_rho;
        next_rho = 0;
        pq = 0;
      }
    }
#pragma omp for reduction(+ : left)
    for (int i = 0; i < rows; i++) {
      double difference = x[i] - row(&matrix, i, z);
      left += difference * difference;
    }
  }
  return sqrt(left);
}

// One step of the inverse iteration; returns the estimate of the eigenvalue.
static double iterate(int rows, double shift, int threads) {
  double left = solve(rows, threads);
  if (!(left < 1e-6)) {
    fprintf(stderr, "CG, the residual is %g\n", left);
    exit(1);
  }
  double xz = 0;
  double zz = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : xz, zz)
  for (int i = 0; i < rows; i++) {
    xz += x[i] * z[i];
    zz += z[i] * z[i];
  }
  double scale = 1 / sqrt(zz);
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < rows; i++) {
    x[i] = scale * z[i];
  }
  return shift + 1 / xz;
}

static void fill_with_ones(int rows) {
  for (int i = 0; i < rows; i++) {
    x[i] = 1;
  }
}

long cg(enum size size, int threads) {
  int rows = problems[size].rows;
  double shift = problems[size].shift;
  matrix = random_matrix(rows, problems[size].nonzeros, shift);
  double **vectors[] = {&x, &z, &p, &q, &r};
  for (int i = 0; i < 5; i++) {
    *vectors[i] = room(rows * sizeof(double));
  }
  fill_with_ones(rows);
  iterate(rows, shift, threads);
  fill_with_ones(rows);
  double zeta = 0;
  long start = nanos();
  for (int i = 0; i < problems[size].iterations; i++) {
    zeta = iterate(rows, shift, threads);
  }
  long took = nanos() - start;
  verify("CG, zeta", zeta, problems[size].zeta, 1e-10);
  for (int i = 0; i < 5; i++) {
    free(*vectors[i]);
  }
  free(matrix.starts);
  free(matrix.ends);
  free(matrix.columns);
  free(matrix.values);
  return took;
}
