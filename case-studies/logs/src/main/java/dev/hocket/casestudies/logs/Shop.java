package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Ticker;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/** A busy shop for those who have no logs at hand, in a temporary folder. */
final class Shop implements AutoCloseable {
  private static final int LINES_BEFORE = 50_000;
  private static final int STEP_LINES = 100;
  private static final Duration STEP = Duration.ofMillis(50);
  private static final int ROTATION_STEPS = 400;
  private static final int KEPT = 5;

  private final Path folder;
  private final Thread writing;

  private Shop(Path folder, Generator generator) {
    this.folder = folder;
    this.writing = spawn(() -> write(generator));
  }

  /** Opens a shop, which has written some lines already. */
  static Shop open() throws IOException {
    Path folder = Files.createTempDirectory("shop");
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Generator generator = new Generator(logs, System.nanoTime(), line -> Instant.now(), KEPT);
    generator.write(LINES_BEFORE);
    return new Shop(folder, generator);
  }

  Path logs() {
    return folder.resolve("logs");
  }

  Path data() {
    return folder.resolve("data");
  }

  private static void write(Generator generator) throws InterruptedException {
    Ticker ticker = Ticker.every(STEP);
    for (int step = 1; ; step++) {
      ticker.tickEvt().sync();
      try {
        generator.write(STEP_LINES);
        if (step % ROTATION_STEPS == 0) {
          generator.rotate();
        }
      } catch (ClosedByInterruptException closing) {
        return;
      } catch (IOException e) {
        System.err.println("logs: the shop cannot write: " + e);
        return;
      }
    }
  }

  /** Ends the writing and deletes the folder. */
  @Override
  public void close() throws IOException {
    writing.interrupt();
    try {
      writing.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
