package golden;

class Tasks {
  long tasks(int n, long seed) throws java.io.IOException {
    long x, y = seed, sum = 0;
    int last = 0;
    //#omp task shared(x) if(n > 3) final(n < 9) untied
    x = tasks(n - 1, seed);
    //#omp taskgroup
    {
      //#omp task
      { // kept
        y++; // a copy
        System.in.read(new byte[(int) y]);
      }
    }
    seed++;
    //#omp taskyield
    //#omp taskloop grainsize(n) reduction(+: sum) lastprivate(last) firstprivate(seed)
    for (int i = 0; i < n; i++) {
      sum += i * seed;
      last = i;
    }
    //#omp taskwait
    return x + sum + last;
  }
}
