// The computations of `hocket bench busy` with OpenMP in C. A line "name mode threads" runs one; the answer is a line
// with a number. The modes: 0 runs it with that many threads and answers with the nanoseconds, 1 does the same
// without OpenMP, 2 answers with the result.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct steps {
  const char *name;
  int steps;
  int (*items)(int step);
  long (*item)(int step, int item);
  void (*prepare)(void);
};

static int threads;

// The Fourier series of (x + 1)^x on [0, 2], by the trapezium rule.
enum { INTERVALS = 2000, COEFFICIENTS = 12 };

static double term(double x, int n, int sine) {
  return pow(x + 1, x) * (sine ? sin(n * M_PI * x) : cos(n * M_PI * x));
}

static double coefficient(int n, int sine) {
  double step = 2.0 / INTERVALS;
  double sum = (term(0, n, sine) + term(2, n, sine)) / 2;
  for (int i = 1; i < INTERVALS; i++) {
    sum += term(i * step, n, sine);
  }
  return sum * step;
}

static long rounded(double x) { return (long)floor(x + 0.5); }

static int coefficients(int step) { return COEFFICIENTS; }

static long series(int step, int n) { return rounded(1e9 * coefficient(n, 0)) + rounded(1e9 * coefficient(n, 1)); }

// A scene of mirroring spheres.
enum { SPHERES = 27, MIRRORS = 4, PIXELS = 150 };

struct vector {
  double x, y, z;
};

static struct {
  struct vector centre;
  double radius;
} scene[SPHERES];

static struct vector light;

static struct vector plus(struct vector a, struct vector b, double times) {
  return (struct vector){a.x + times * b.x, a.y + times * b.y, a.z + times * b.z};
}

static double dot(struct vector a, struct vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct vector unit(struct vector a) {
  double length = sqrt(dot(a, a));
  return (struct vector){a.x / length, a.y / length, a.z / length};
}

static double distance(int sphere, struct vector from, struct vector direction) {
  struct vector to_centre = plus(scene[sphere].centre, from, -1);
  double along = dot(to_centre, direction);
  double room = scene[sphere].radius * scene[sphere].radius - (dot(to_centre, to_centre) - along * along);
  double found = room < 0 ? -1 : along - sqrt(room);
  return found > 1e-6 ? found : INFINITY;
}

static int in_shadow(struct vector point) {
  for (int s = 0; s < SPHERES; s++) {
    if (distance(s, point, light) < INFINITY) {
      return 1;
    }
  }
  return 0;
}

static double brightness(struct vector from, struct vector direction, int mirrors) {
  int hit = -1;
  double nearest = INFINITY;
  for (int s = 0; s < SPHERES; s++) {
    double found = distance(s, from, direction);
    if (found < nearest) {
      nearest = found;
      hit = s;
    }
  }
  if (hit < 0) {
    return 0.1;
  }
  struct vector point = plus(from, direction, nearest);
  struct vector normal = unit(plus(point, scene[hit].centre, -1));
  double own = in_shadow(point) ? 0 : fmax(0, dot(normal, light));
  if (mirrors == MIRRORS) {
    return own;
  }
  struct vector mirrored = plus(direction, normal, -2 * dot(normal, direction));
  return 0.5 * own + 0.5 * brightness(point, mirrored, mirrors + 1);
}

static void make_scene(void) {
  light = unit((struct vector){0.5, 0.7, -0.5});
  for (int i = 0; i < SPHERES; i++) {
    scene[i].centre = (struct vector){i % 3 - 1.0, i / 3 % 3 - 1.0, 4 + i / 9};
    scene[i].radius = 0.35 + 0.01 * (i % 5);
  }
}

static int pixels(int step) { return PIXELS; }

static long ray_tracer(int step, int y) {
  long sum = 0;
  for (int x = 0; x < PIXELS; x++) {
    struct vector direction = {2.0 * x / PIXELS - 1, 1 - 2.0 * y / PIXELS, 2};
    sum += rounded(255 * brightness((struct vector){0, 0, 0}, unit(direction), 0));
  }
  return sum;
}

// Gaussian elimination without pivoting.
enum { SIZE = 600 };

static double rows[SIZE][SIZE];

static void make_rows(void) {
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      rows[i][j] = i == j ? SIZE : 1.0 / (1 + i + j);
    }
  }
}

static int rows_below(int step) { return SIZE - 1 - step; }

static long eliminate(int step, int item) {
  double *pivot = rows[step];
  double *row = rows[step + 1 + item];
  double factor = row[step] / pivot[step];
  row[step] = factor;
  for (int j = step + 1; j < SIZE; j++) {
    row[j] -= factor * pivot[j];
  }
  long bits = 0;
  if (item == 0) {
    memcpy(&bits, &row[SIZE - 1], sizeof bits);
  }
  return bits;
}

// Steps of about 20 µs for each thread.
static int one_for_each_thread(int step) { return threads; }

static long short_step(int step, int item) {
  for (int i = 0; i < 15; i++) {
    double x = 1;
    for (int j = 0; j < 1000; j++) {
      x += j;
      __asm__ volatile("" : "+x"(x));
    }
  }
  return step + item;
}

static void nothing(void) {}

static const struct steps all[] = {
    {"series", 1, coefficients, series, nothing},
    {"ray_tracer", 1, pixels, ray_tracer, make_scene},
    {"elimination", SIZE - 1, rows_below, eliminate, make_rows},
    {"short_steps", 100, one_for_each_thread, short_step, nothing},
};

// Sums of bit patterns overflow, which is defined for unsigned numbers only.
static unsigned long with_openmp(const struct steps *work) {
  unsigned long sum = 0;
  for (int step = 0; step < work->steps; step++) {
    int items = work->items(step);
#pragma omp parallel for reduction(+ : sum) num_threads(threads)
    for (int item = 0; item < items; item++) {
      sum += work->item(step, item);
    }
  }
  return sum;
}

static unsigned long sequential(const struct steps *work) {
  unsigned long sum = 0;
  for (int step = 0; step < work->steps; step++) {
    int items = work->items(step);
    for (int item = 0; item < items; item++) {
      sum += work->item(step, item);
    }
  }
  return sum;
}

static long nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static long run(const struct steps *work, int mode) {
  volatile unsigned long result = 0;
  work->prepare();
#pragma omp parallel num_threads(threads) if (mode != 1)
  short_step(0, 0);
  long start = nanos();
  result = mode == 1 ? sequential(work) : with_openmp(work);
  long took = nanos() - start;
  // Threads that spin until the next request would disturb the peers.
  omp_pause_resource_all(omp_pause_hard);
  return mode == 2 ? (long)result : took;
}

int main(void) {
  char name[32];
  int mode;
  while (scanf("%31s %d %d", name, &mode, &threads) == 3) {
    const struct steps *work = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      if (strcmp(name, all[i].name) == 0) {
        work = &all[i];
      }
    }
    if (work == NULL || threads < 1) {
      fprintf(stderr, "no computation: %s %d %d\n", name, mode, threads);
      return 1;
    }
    printf("%ld\n", run(work, mode));
    fflush(stdout);
  }
  return 0;
}
