import dev.hocket.bench.race.Spin;

/** Runs the constructs of teams a given number of times; {@code hocket bench teams} uses it. */
public final class TeamConstructs {
  /** Runs regions, one after the other. */
  public void parallel(int threads, int operations) {
    for (int i = 0; i < operations; i++) {
      //#omp parallel num_threads(threads)
      Spin.briefly();
    }
  }

  /** Runs loops with an iteration for each thread, in one region. */
  public void forStatic(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations; i++) {
      //#omp for schedule(static)
      for (int j = 0; j < threads; j++) {
        Spin.briefly();
      }
    }
  }

  /** Runs such loops with a dynamic schedule. */
  public void forDynamic(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations; i++) {
      //#omp for schedule(dynamic)
      for (int j = 0; j < threads; j++) {
        Spin.briefly();
      }
    }
  }

  /** Runs such loops with a guided schedule. */
  public void forGuided(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations; i++) {
      //#omp for schedule(guided)
      for (int j = 0; j < threads; j++) {
        Spin.briefly();
      }
    }
  }

  /** Runs barriers in one region. */
  public void barrier(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations; i++) {
      Spin.briefly();
      //#omp barrier
    }
  }

  /** Runs single statements in one region. */
  public void single(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations; i++) {
      //#omp single
      Spin.briefly();
    }
  }

  /** Runs critical statements; the number is that of all threads together. */
  public void critical(int threads, int operations) {
    //#omp parallel num_threads(threads)
    for (int i = 0; i < operations / threads; i++) {
      //#omp critical
      Spin.briefly();
    }
  }

  /** Runs regions that add 1 for each thread, in the order of threads; returns the sum. */
  public double reduction(int threads, int operations) {
    double all = 0;
    for (int i = 0; i < operations; i++) {
      //#omp parallel num_threads(threads) reduction(+: all)
      {
        Spin.briefly();
        all += 1;
      }
    }
    return all;
  }
}
