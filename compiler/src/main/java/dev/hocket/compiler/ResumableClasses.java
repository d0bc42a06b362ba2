package dev.hocket.compiler;

import dev.hocket.compiler.attribute.JavacCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/**
 * Signs folders of classes whose methods may be suspended: Hocket writes a marker file to the root
 * of the classes it compiles, which a jar made of them contains too. Calls of such methods need
 * translation even in sources without directives. The sign is a shortcut: without it, the class
 * files that javac has read decide by their {@link dev.hocket.compiler.attribute.Marks}, and the
 * sources are compiled a second time.
 */
final class ResumableClasses {
  private static final String SIGN = "META-INF/hocket/resumable";

  private ResumableClasses() {}

  /** Writes the marker file into a folder of classes. */
  static void sign(Path root) throws IOException {
    Path sign = root.resolve(SIGN);
    Files.createDirectories(sign.getParent());
    Files.write(sign, new byte[0]);
  }

  /** Whether any folder or jar that a command line refers to is signed. */
  static boolean areSigned(JavacCommand command) {
    return command.libraries().stream().anyMatch(ResumableClasses::isSigned);
  }

  private static boolean isSigned(Path library) {
    if (Files.isDirectory(library)) {
      return Files.exists(library.resolve(SIGN));
    }
    if (!Files.isRegularFile(library)) {
      // Opening a named pipe would wait for its writer.
      return false;
    }
    try (ZipFile jar = new ZipFile(library.toFile())) {
      return jar.getEntry(SIGN) != null;
    } catch (IOException e) {
      // The file is not a jar; javac reports it if it needs the file.
      return false;
    }
  }
}
