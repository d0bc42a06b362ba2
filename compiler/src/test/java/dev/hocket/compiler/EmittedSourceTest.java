package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated Java sources that {@code --emit-source} writes to a folder. */
class EmittedSourceTest {
  private static final String SOURCE =
      """
      public class Main {
        public static void main(String[] args) {
          int n = 0;
          //#omp target virtual(worker)
          n += 1;
          System.out.println(n);
        }
      }
      """;

  @TempDir Path folder;

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  @Test
  void emittedSource_compilesByItself() throws Exception {
    Path main = write("Main.java", "package p.q; " + SOURCE);
    Path emitted = folder.resolve("emitted");
    HocketCompiler.Options options = new HocketCompiler.Options(emitted, false, false);
    Path out = folder.resolve("out");
    assertEquals(0, Harness.run(List.of("-d", out.toString(), main.toString()), options).exit());
    Path generated = emitted.resolve("p/q/Main.java");
    Harness.Compiled again =
        Harness.javac(
            List.of(
                "-cp",
                Harness.runtime(),
                "-d",
                folder.resolve("again").toString(),
                generated.toString()));
    assertEquals(new Harness.Compiled(0, ""), again);
    assertArrayEquals(
        Files.readAllBytes(out.resolve("p/q/Main.class")),
        Files.readAllBytes(folder.resolve("again/p/q/Main.class")));
  }

  @Test
  void emittedSource_wouldOverwriteInput_isRefused() throws Exception {
    String source = "package p; " + SOURCE;
    Path main = write("src/p/Main.java", source);
    Path out = folder.resolve("out");
    Harness.Compiled compiled = emitTo(folder.resolve("src"), out, main);
    assertEquals(2, compiled.exit());
    String refusal =
        "error: --emit-source %s would overwrite your source %s; name another folder"
            .formatted(folder.resolve("src"), main);
    assertEquals(List.of(refusal), compiled.lines());
    assertEquals(source, Files.readString(main));
    assertFalse(Files.exists(out.resolve("p")));
    // Hocket may overwrite its own earlier output.
    Path emitted = folder.resolve("emitted");
    assertEquals(new Harness.Compiled(0, ""), emitTo(emitted, out, main));
    assertEquals(new Harness.Compiled(0, ""), emitTo(emitted, out, main));
  }

  @Test
  void emittedSource_ofSequentialCode_isRefused() throws Exception {
    Path main = write("Main.java", "package p; " + SOURCE);
    Harness.Compiled compiled =
        Harness.run(
            List.of(main.toString()),
            new HocketCompiler.Options(folder.resolve("emitted"), true, false));
    assertEquals(2, compiled.exit());
    assertEquals(
        "error: --sequential translates nothing, so there is no source to emit",
        compiled.output().strip());
  }

  @Test
  void emittedSource_whereFileIs_isRefused() throws Exception {
    Path main = write("Main.java", "package p; " + SOURCE);
    Path out = folder.resolve("out");
    for (String file : List.of("emitted", "generated/p")) {
      Path taken = write(file, "");
      Harness.Compiled compiled = emitTo(file.endsWith("p") ? taken.getParent() : taken, out, main);
      String refusal =
          "error: --emit-source: " + taken + " is a file, not a folder; name another folder";
      assertEquals(new Harness.Compiled(2, refusal + System.lineSeparator()), compiled);
      assertFalse(Files.exists(out.resolve("p")));
    }
  }

  private static Harness.Compiled emitTo(Path emitted, Path out, Path source) {
    return Harness.run(
        List.of("-d", out.toString(), source.toString()),
        new HocketCompiler.Options(emitted, false, false));
  }
}
