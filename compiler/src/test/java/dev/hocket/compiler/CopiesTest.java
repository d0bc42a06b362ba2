package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Assignments to a block's own copies stay in the block, unlike in the sequential program; later
 * reads are warned of.
 */
class CopiesTest {
  @Test
  void nestedCopies_areEachTheirOwn(@TempDir Path folder) throws Exception {
    String source =
        """
        public class Main {
          public static void main(String[] args) {
            int x = 1;
            x++;
            //#omp target virtual(worker) firstprivate(x)
            {
              x += 10;
              //#omp target virtual(worker) firstprivate(x)
              {
                x += 100;
                //#omp target virtual(worker) private(x)
                {
                  x = 7;
                  //#omp target virtual(worker)
                  x++;
                  System.out.println("in " + x);
                }
                //#omp target virtual(worker)
                // expect: HK118
                x++;
                System.out.println("mid " + x);
              }
              // expect: HK118
              System.out.println("out " + x);
            }
            // expect: HK118
            System.out.println("last " + x);
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    Harness.Compiled compiled = harness.compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    assertEquals("in 8\nmid 113\nout 12\nlast 2\n", harness.run("out", "Main").out());
  }
}
