package dev.hocket.compiler.random;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * One way to break the product: a single edit of one of its sources.
 *
 * @param name what is wrong then
 * @param source the file, from the root of the repository
 * @param from what stands there, once
 * @param to what stands there instead
 * @param witness the test class that must fail
 */
record Mutant(String name, String source, String from, String to, String witness) {

  /** The source with the edit in it. */
  String text() throws IOException {
    String text = Files.readString(root().resolve(source));
    int at = text.indexOf(from);
    if (at < 0 || text.indexOf(from, at + 1) >= 0) {
      throw new AssertionError(
          "The mutant '%s' is out of date: %s does not contain this exactly once:%n%s"
              .formatted(name, source, from));
    }
    return text.replace(from, to);
  }

  /** Compiles it to a folder that takes precedence over the class as it should be. */
  void compile(Path folder) throws IOException {
    Path file = folder.resolve(Path.of(source).getFileName());
    Files.writeString(file, text());
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-nowarn",
            "-proc:none",
            "-g",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString());
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
      if (!javac.getTask(said, files, null, options, null, files.getJavaFileObjects(file)).call()) {
        throw new AssertionError("The mutant '" + name + "' does not compile:\n" + said);
      }
    }
  }

  static Path root() {
    return Path.of(System.getProperty("hocket.root", "..")).toAbsolutePath().normalize();
  }

  @Override
  public String toString() {
    return name;
  }
}
