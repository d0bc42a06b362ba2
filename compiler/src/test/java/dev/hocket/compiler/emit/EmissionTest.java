package dev.hocket.compiler.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.attribute.Attribution;
import dev.hocket.compiler.attribute.GeneratedFiles;
import dev.hocket.compiler.attribute.JavacCommand;
import dev.hocket.compiler.check.Checker;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.lower.Lowering;
import dev.hocket.core.Body;
import dev.hocket.directives.TargetBlocks;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmissionTest {
  private static final String SOURCE =
      """
      class Main {
        void first() {
          //#omp target virtual(worker)
          first();
        }
        static class Inner {}
      }
      """;

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
  private final Problems problems = new Problems();
  private final StringWriter said = new StringWriter();
  @TempDir Path folder;

  private static String locate(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private LoweredUnit lower(JavacCommand command) {
    List<JavaFileObject> roots = new ArrayList<>();
    files.getJavaFileObjectsFromStrings(command.files()).forEach(roots::add);
    List<LoweredUnit> lowered = new ArrayList<>();
    Attribution.run(
        compiler,
        command,
        new GeneratedFiles(files),
        roots,
        new PrintWriter(said),
        units ->
            Checker.check(units, problems).forEach(u -> lowered.add(Lowering.lower(u, problems))));
    return lowered.getFirst();
  }

  @Test
  void aFailureOfHocketItself_namesTheSourceAndTheClass() throws Exception {
    Path source = Files.writeString(folder.resolve("Main.java"), SOURCE);
    String path = locate(TargetBlocks.class) + File.pathSeparator + locate(Body.class);
    List<String> arguments = List.of("-cp", path, "-d", folder.toString(), source.toString());
    JavacCommand command = JavacCommand.of(arguments, compiler, files).orElseThrow();
    LoweredUnit unit = lower(command);
    // The translation fails without facts about the functions.
    LoweredUnit broken =
        new LoweredUnit(
            unit.file(),
            unit.source(),
            unit.generated(),
            unit.neededValues(),
            unit.regions(),
            unit.pieces(),
            unit.copies(),
            null,
            unit.hidden());
    PrintWriter out = new PrintWriter(said);
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                Emission.emit(
                    compiler, command, files, List.of(), List.of(broken), Map.of(), out, problems));
    String message = failure.getMessage();
    assertTrue(message.matches(".*Main\\.java, translated to .*Main(\\$Inner)?\\.class"), message);
    assertInstanceOf(NullPointerException.class, failure.getCause());
    assertFalse(problems.hasErrors());
    assertEquals("", said.toString());
    assertFalse(Files.exists(folder.resolve("Main.class")));
  }
}
