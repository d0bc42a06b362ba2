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
 * A mutant: an edit that breaks one of the product's sources.
 *
 * @param name the fault that it causes
 * @param source the path of the file from the repository's root
 * @param from the replaced text, which occurs once
 * @param to the text that replaces it
 * @param witness the test class that must fail
 */
record Mutant(String name, String source, String from, String to, String witness) {

  /** The text of the source with the edit. */
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

  /** Compiles the source to a folder that takes precedence over the original class. */
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
