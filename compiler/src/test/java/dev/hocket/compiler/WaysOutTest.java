package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs written as the messages about unsupported parts of OpenMP advise: they compile without a
 * message and do what the author of the unsupported directive wanted.
 */
class WaysOutTest {
  private static final String PROGRAM =
      """
      import java.util.*;
      import java.util.concurrent.CompletableFuture;
      public class Main {
        static final ScopedValue<Integer> OWN = ScopedValue.newInstance();
        public static void main(String[] args) {
          IO.println(doacross() + " " + taskwait() + " " + detach() + " " + conditional() + " "
              + scan() + " " + tile() + " " + list() + " " + threadprivate() + " " + declared());
        }
        /** ordered(1) with doacross(sink: i - 1): the iterations run in their order in part. */
        static String doacross() {
          int[] a = new int[20], b = new int[20];
          //#omp parallel for ordered schedule(dynamic)
          for (int i = 1; i < 20; i++) {
            b[i] = i * i;
            //#omp ordered
            a[i] = a[i - 1] + b[i];
          }
          int[][] grid = new int[6][6];
          //#omp parallel
          {
            //#omp single
            for (int i = 1; i < 6; i++) {
              for (int j = 1; j < 6; j++) {
                //#omp task depend(in: grid[i - 1][j], grid[i][j - 1]) depend(out: grid[i][j])
                grid[i][j] = 1 + grid[i - 1][j] + grid[i][j - 1];
              }
            }
          }
          return a[19] + "," + grid[5][5];
        }
        /** taskwait depend(in: x): waits for the tasks that have written x. */
        static int taskwait() {
          int x = 0, seen = 0;
          //#omp parallel
          {
            //#omp single
            {
              //#omp task depend(out: x)
              x = 5;
              //#omp task depend(in: x) if(false)
              ;
              seen = x;
            }
          }
          return seen;
        }
        /** detach: the task begins work that ends elsewhere, in a task after it. */
        static int detach() {
          CompletableFuture<Integer> done = new CompletableFuture<>();
          int[] result = new int[1];
          //#omp parallel
          {
            //#omp single
            {
              //#omp task
              new Thread(() -> done.complete(7)).start();
              //#omp taskwait
              result[0] = done.join();
            }
          }
          return result[0];
        }
        /** lastprivate(conditional: last). */
        static int conditional() {
          int[] a = {3, 8, 1, 9, 2, 7};
          int at = -1;
          //#omp parallel for reduction(max: at)
          for (int i = 0; i < a.length; i++) {
            if (a[i] > 7) at = Math.max(at, i);
          }
          return at < 0 ? -1 : a[at];
        }
        static int scan() {
          int[] a = {1, 2, 3, 4};
          Arrays.parallelPrefix(a, Integer::sum);
          return a[3];
        }
        /** tile sizes(4, 4). */
        static int tile() {
          int[][] a = new int[10][10];
          int sum = 0;
          //#omp parallel for collapse(2) reduction(+: sum)
          for (int ii = 0; ii < 10; ii += 4) {
            for (int jj = 0; jj < 10; jj += 4) {
              for (int i = ii; i < Math.min(10, ii + 4); i++) {
                for (int j = jj; j < Math.min(10, jj + 4); j++) sum += ++a[i][j];
              }
            }
          }
          return sum;
        }
        /** num_threads(2, 3). */
        static int list() {
          int all = 0;
          //#omp parallel num_threads(2) reduction(+: all)
          {
            //#omp parallel num_threads(3) reduction(+: all)
            all++;
          }
          return all;
        }
        /** threadprivate with copyin. */
        static int threadprivate() {
          int sum = 0, start = 4;
          //#omp parallel num_threads(2) reduction(+: sum)
          sum += ScopedValue.where(OWN, start).call(() -> OWN.get());
          return sum;
        }
        /** declare reduction. */
        static String declared() {
          List<Integer> all = new ArrayList<>();
          //#omp parallel for reduction(Main::joined, ArrayList::new: all)
          for (int i = 0; i < 3; i++) all.add(i);
          return all.toString();
        }
        static List<Integer> joined(List<Integer> one, List<Integer> other) {
          one.addAll(other);
          return one;
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 7})
  void anAdvisedProgram_compilesAndDoesWhatWasWanted(int threads, @TempDir Path folder)
      throws Exception {
    Harness harness = new Harness(folder).file("Main.java", PROGRAM);
    Harness.Compiled compiled = harness.compile("out");
    assertEquals("", compiled.output());
    assertEquals(0, compiled.exit());
    Map<String, String> environment = Map.of("OMP_NUM_THREADS", Integer.toString(threads));
    Harness.Ran ran = harness.run(environment, "out", "Main");
    assertEquals("", ran.err());
    assertEquals("2470,251 5 7 9 10 100 6 8 [0, 1, 2]\n", ran.out());
  }
}
