package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base of tests of rules about directives; a comment above each line names the expected message.
 */
abstract class DirectiveRules {
  @TempDir Path folder;

  /** Compiles a class with the given members; returns the compiler's output. */
  final String check(String members) throws Exception {
    String source = "import java.util.*;\nclass Main {\n  static int f;\n" + members + "}\n";
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    return compiled.output();
  }
}
