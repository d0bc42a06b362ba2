package dev.hocket.compiler;

import dev.hocket.compiler.attribute.JavacCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/**
 * Finds out whether compiled classes may have methods that can be suspended. Calls of such methods
 * need translation even in sources without directives. Reading all classes of a class path would
 * take longer than compiling, so Hocket writes a marker file at the root of the classes it
 * compiles, and a jar made of them contains the file too. Where a jar has lost its marker, only
 * sources compiled together with a directive see its methods.
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

  /**
   * Whether a command line may see such classes. "No" is certain unless a jar has lost its marker.
   */
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
      // Not a jar; javac reports that if it matters.
      return false;
    }
  }
}
