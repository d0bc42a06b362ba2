import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Sequence;
import dev.hocket.bench.nas.Size;
import dev.hocket.directives.Omp;
import java.util.Arrays;

/** IS, "integer sort": the ranks of random keys by counting them, ten times. */
public final class Is implements NasKernel {
  private static final long SEED = 314_159_265;
  private static final int ITERATIONS = 10;

  /**
   * The published ranks of some keys. A rank changes with the iteration: it grows for the first
   * {@code rising} keys and shrinks for the others. The given ranks are those of the iterations
   * {@code risesFrom} and {@code fallsFrom}.
   */
  private record Problem(
      int keys, int values, int[] indices, int[] ranks, int rising, int risesFrom, int fallsFrom) {
    static Problem of(Size size) {
      return switch (size) {
        case S -> new Problem(
            1 << 16,
            1 << 11,
            new int[] {48_427, 17_148, 23_627, 62_548, 4_431},
            new int[] {0, 18, 346, 64_917, 65_463},
            3,
            0,
            0);
        case W -> new Problem(
            1 << 20,
            1 << 16,
            new int[] {357_773, 934_767, 875_723, 898_999, 404_505},
            new int[] {1_249, 11_698, 1_039_987, 1_043_896, 1_048_018},
            2,
            2,
            0);
        case A -> new Problem(
            1 << 23,
            1 << 19,
            new int[] {2_112_377, 662_041, 5_336_171, 3_642_833, 4_250_760},
            new int[] {104, 17_523, 123_928, 8_288_932, 8_388_264},
            3,
            1,
            1);
      };
    }
  }

  private int threads;
  private Problem problem;
  private int[] keys;

  /** The number of keys that are not greater than the index. */
  private int[] atMost;

  /** These numbers for the keys of each thread of a team. */
  private int[][] ofThreads;

  @Override
  public long run(Size size, int threads) {
    this.threads = threads;
    problem = Problem.of(size);
    keys = new int[problem.keys()];
    atMost = new int[problem.values()];
    ofThreads = new int[threads][problem.values()];
    Sequence numbers = new Sequence(SEED);
    for (int i = 0; i < keys.length; i++) {
      double sum = numbers.next() + numbers.next() + numbers.next() + numbers.next();
      keys[i] = (int) (problem.values() / 4 * sum);
    }
    rank(1);
    long start = System.nanoTime();
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
      rank(iteration);
    }
    long nanos = System.nanoTime() - start;
    verifySorted();
    return nanos;
  }

  private void rank(int iteration) {
    keys[iteration] = iteration;
    keys[iteration + ITERATIONS] = problem.values() - iteration;
    int[] tested = new int[problem.indices().length];
    for (int i = 0; i < tested.length; i++) {
      tested[i] = keys[problem.indices()[i]];
    }
    count();
    for (int i = 0; i < tested.length; i++) {
      int moved =
          i < problem.rising() ? iteration - problem.risesFrom() : problem.fallsFrom() - iteration;
      int expected = problem.ranks()[i] + moved;
      int rank = atMost[tested[i] - 1];
      if (rank != expected) {
        throw new AssertionError(
            "IS, rank " + i + " in iteration " + iteration + " is " + rank + ", not " + expected);
      }
    }
  }

  private void count() {
    int[] keys = this.keys;
    int[] atMost = this.atMost;
    int[][] ofThreads = this.ofThreads;
    //#omp parallel num_threads(threads)
    {
      int team = Omp.getNumThreads();
      int[] own = ofThreads[Omp.getThreadNum()];
      Arrays.fill(own, 0);
      //#omp for nowait
      for (int i = 0; i < keys.length; i++) {
        own[keys[i]]++;
      }
      for (int value = 1; value < own.length; value++) {
        own[value] += own[value - 1];
      }
      //#omp barrier
      //#omp for
      for (int value = 0; value < atMost.length; value++) {
        int sum = 0;
        for (int thread = 0; thread < team; thread++) {
          sum += ofThreads[thread][value];
        }
        atMost[value] = sum;
      }
    }
  }

  /** Sorts the keys by their ranks and checks their order; not part of the measured time. */
  private void verifySorted() {
    int[] places = atMost.clone();
    int[] sorted = new int[keys.length];
    for (int key : keys) {
      sorted[--places[key]] = key;
    }
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i - 1] > sorted[i]) {
        throw new AssertionError("IS, not sorted at " + i);
      }
    }
  }
}
