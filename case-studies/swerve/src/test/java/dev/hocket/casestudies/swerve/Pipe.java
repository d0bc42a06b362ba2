package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Named pipes, which Java cannot create. */
final class Pipe {
  private Pipe() {}

  static void make(Path path) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
  }

  /** Releases a thread that opens the pipe for reading; waits until there is one. */
  static void openForWriting(Path path) throws IOException {
    FileChannel.open(path, StandardOpenOption.WRITE).close();
  }
}
