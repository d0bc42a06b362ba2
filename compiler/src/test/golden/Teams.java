package golden;

import java.util.List;

class Teams {
  static long all;

  int teams(int n, int[] a, List<? extends Number> items) throws java.io.IOException {
    int sum = 0, last = 0;
    //#omp parallel num_threads(n) if(n > 1) reduction(+: sum)
    {
      int own = 1;
      //#omp for schedule(dynamic, n) lastprivate(last) reduction(max: own)
      for (int i = 0; i < a.length; i++) { // kept
        own = Math.max(own, a[i]); // kept
        last = i;
      }
      //#omp single copyprivate(own)
      own = System.in.read();
      //#omp master
      sum += own;
      //#omp barrier
      //#omp sections nowait
      {
        //#omp section
        a[0] = 1;
        //#omp section
        { a[1] = 2; }
      }
      //#omp atomic capture
      own = last++;
      //#omp atomic
      a[own] += teams(n, a, items);
    }
    //#omp parallel for collapse(2) schedule(static)
    rows:
    for (long i = n; i >= 1; i -= n) {
      for (int j = 0; j != 3; ++j) {
        if (a[j] > 3) continue;
        //#omp flush(a)
        a[j]++;
      }
    }
    //#omp parallel for ordered reduction(+: all)
    for (Number item : items) {
      //#omp ordered
      all += item.intValue();
    }
    return sum + last;
  }
}
