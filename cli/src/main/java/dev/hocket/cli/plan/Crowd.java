package dev.hocket.cli.plan;

import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.system.ShutdownHook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Copies of a program that run repeatedly beside another one, to keep cores busy. */
final class Crowd implements AutoCloseable {
  private final List<Copy> copies = new ArrayList<>();
  private final ShutdownHook ending = new ShutdownHook("hocket-end-crowd", this::end);

  /** A copy that is restarted when it has ended. */
  private static final class Copy {
    private final ChildJvm program;
    private final Path log;
    private final Thread thread = new Thread(this::runAgainAndAgain, "hocket-crowd");

    // Both fields are guarded by this.
    private Process running;
    private boolean over;

    Copy(ChildJvm program, Path log) {
      this.program = program;
      this.log = log;
    }

    private void runAgainAndAgain() {
      try {
        for (Process next = next(); next != null; next = next()) {
          next.waitFor();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        // The interrupt only asks this thread to end.
      }
    }

    private synchronized Process next() throws IOException {
      running = over ? null : program.start(log);
      return running;
    }

    synchronized void end() {
      over = true;
      if (running != null) {
        running.destroyForcibly();
      }
    }
  }

  /**
   * Starts the copies.
   *
   * @param count the number of copies
   * @param folder the folder for their output
   */
  Crowd(ChildJvm program, int count, Path folder) {
    for (int i = 0; i < count; i++) {
      copies.add(new Copy(program, folder.resolve("copy-" + i + ".log")));
    }
    copies.forEach(copy -> copy.thread.start());
  }

  private void end() {
    copies.forEach(Copy::end);
  }

  @Override
  public void close() {
    end();
    ending.close();
    try {
      for (Copy copy : copies) {
        copy.thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
