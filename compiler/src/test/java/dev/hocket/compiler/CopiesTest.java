package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assignments to a block's own copies stay in the block, unlike in the sequential program. */
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
                x++;
                System.out.println("mid " + x);
              }
              System.out.println("out " + x);
            }
            System.out.println("last " + x);
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compile("out").output());
    assertEquals("in 8\nmid 113\nout 12\nlast 2\n", harness.run("out", "Main").out());
  }
}
