package dev.hocket.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainClassesTest {
  @TempDir private Path folder;

  @Test
  void classesWithAMainMethod_areFound_alsoOneWithoutParameters() throws Exception {
    compile(
        """
        package p;
        class Old { public static void main(String[] arguments) {} }
        class New { void main() {} }
        class Hidden { private static void main(String[] arguments) {} }
        class Other { static void main(int number) {} }
        """);
    assertEquals(List.of("p.New", "p.Old"), MainClasses.below(folder));
  }

  @Test
  void missingFolder_hasNone() throws Exception {
    assertEquals(List.of(), MainClasses.below(folder.resolve("nowhere")));
  }

  private void compile(String source) throws Exception {
    Path file = java.nio.file.Files.writeString(folder.resolve("All.java"), source);
    String[] arguments = {"-d", folder.toString(), file.toString()};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
  }
}
