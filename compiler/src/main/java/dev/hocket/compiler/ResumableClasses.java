package dev.hocket.compiler;

import dev.hocket.compiler.attribute.JavacCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/**
 * Tells whether compiled classes may have methods that can be suspended, whose calls need
 * translation even in sources without directives. To read all classes of a class path would take
 * longer than to compile; so the compiler of such methods leaves a sign at the root of the classes,
 * and jars made of these have it too. A jar that has lost it is seen only by sources compiled
 * together with a directive.
 */
final class ResumableClasses {
  private static final String SIGN = "META-INF/hocket/resumable";

  private ResumableClasses() {}

  /** Leaves the sign among the classes below a folder. */
  static void sign(Path root) throws IOException {
    Path sign = root.resolve(SIGN);
    Files.createDirectories(sign.getParent());
    Files.write(sign, new byte[0]);
  }

  /** Whether a command line may see such classes. "No" is certain but for lost signs. */
  static boolean mayBeSeen(JavacCommand command) {
    return command.libraries().stream().anyMatch(ResumableClasses::isSigned);
  }

  private static boolean isSigned(Path library) {
    if (Files.isDirectory(library)) {
      return Files.exists(library.resolve(SIGN));
    }
    try (ZipFile jar = new ZipFile(library.toFile())) {
      return jar.getEntry(SIGN) != null;
    } catch (IOException e) {
      // Not a jar; javac says so if it minds.
      return false;
    }
  }
}
