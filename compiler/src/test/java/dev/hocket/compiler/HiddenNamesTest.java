package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names in other files that hide the package of the runtime library. */
class HiddenNamesTest {
  private static final String MAIN =
      """
      package %s;
      %s
      public class Main%s {
        //#omp async
        static int next(int n) {
          //#omp target virtual(worker) await
          n++;
          return n;
        }

        public static void main(String[] args) {
          int n = 1;
          //#omp critical
          n += 1;
          //#omp await(next(int))
          n = next(n);
          System.out.println(n);
        }
      }
      """;

  @TempDir Path folder;

  private void runs(String of, String imports, String superclass, String name, String other)
      throws Exception {
    Harness harness =
        new Harness(folder)
            .file(of.replace('.', '/') + "/Main.java", MAIN.formatted(of, imports, superclass));
    if (!name.isEmpty()) {
      harness.file(name, other);
    }
    assertEquals("", harness.compile("out", "-nowarn").output());
    assertEquals("3\n", harness.run("out", of + ".Main").out());
  }

  @Test
  void ofAnInheritedVariable() throws Exception {
    runs("p", "", " extends Base", "p/Base.java", "package p; class Base { int dev; }");
  }

  @Test
  void ofAnInheritedType() throws Exception {
    runs("p", "", " implements Base", "p/Base.java", "package p; interface Base { class dev {} }");
  }

  @Test
  void ofATypeOfThePackage() throws Exception {
    runs("p", "", "", "p/dev.java", "package p; class dev {}");
  }

  @Test
  void ofAnImportedType() throws Exception {
    runs("p", "import q.*;", "", "q/dev.java", "package q; public class dev {}");
  }

  @Test
  void ofAnImportedVariable() throws Exception {
    String constants = "package q; public interface C { int dev = 1, TargetBlocks = 2; }";
    runs("p", "import static q.C.*;", "", "q/C.java", constants);
  }

  @Test
  void ofThePackageItself() throws Exception {
    runs("dev", "", "", "", "");
  }

  @Test
  void ofATypeParameter() throws Exception {
    runs("p", "", "<dev>", "", "");
  }
}
