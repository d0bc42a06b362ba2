package dev.hocket.flow.flink;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles versions of a class, each for a class loader of its own. */
final class Versions {
  private Versions() {}

  /**
   * Compiles a class of this package.
   *
   * @param folder where its files are put
   * @return a loader of the class
   */
  static URLClassLoader compiled(Path folder, String name, String text) throws IOException {
    Path source = Files.createDirectories(folder).resolve(name + ".java");
    Files.writeString(
        source,
        "package dev.hocket.flow.flink; import dev.hocket.flow.functions.Function;"
            + " import java.util.*; "
            + text);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString())
                    .toArray(String[]::new));
    if (result != 0) {
      throw new IllegalArgumentException(text);
    }
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Versions.class.getClassLoader());
  }
}
