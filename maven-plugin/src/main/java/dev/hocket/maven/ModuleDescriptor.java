package dev.hocket.maven;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * The compiled descriptor of a Java module. Maven's plugins read it in Maven's own JVM, which
 * refuses a class file of a later Java: testCompile, the jar plugin and others fail then. A
 * descriptor has no code, and means the same in every version from 9 on, so it gets the version
 * that each Java under Maven can read; always the same one, so that builds give the same bytes.
 */
final class ModuleDescriptor {
  private static final String FILE = "module-info.class";

  /** That of Java 17, the oldest this plugin runs on. */
  private static final short READABLE = 61;

  /** The version stands behind the four bytes that begin every class file: minor, then major. */
  private static final int MINOR = 4;

  private static final int MAJOR = 6;

  private ModuleDescriptor() {}

  /** Gives that version to the descriptor in a folder of classes, if it has one that is later. */
  static void makeReadable(Path classes) throws MojoExecutionException {
    Path file = classes.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    try {
      ByteBuffer descriptor = ByteBuffer.wrap(Files.readAllBytes(file));
      // A minor version means a preview of one Java, which no other one reads.
      if (descriptor.getShort(MAJOR) > READABLE && descriptor.getShort(MINOR) == 0) {
        descriptor.putShort(MAJOR, READABLE);
        Files.write(file, descriptor.array());
      }
    } catch (IOException e) {
      throw new MojoExecutionException("cannot rewrite " + file, e);
    }
  }
}
