package dev.hocket.casestudies.logs;

import dev.hocket.casestudies.logs.Explorer.Options;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Starts the log explorer. */
public final class Main {
  private static final int GENERATOR_STEP = 1_000;
  private static final int GENERATOR_SEED = 1;

  private Main() {}

  /**
   * Runs the log explorer.
   *
   * @param words see {@link Arguments#USAGE}
   * @throws Exception if the window cannot be opened
   */
  public static void main(String[] words) throws Exception {
    try {
      if (!run(Arguments.parse(words))) {
        System.exit(1);
      }
    } catch (IllegalArgumentException | IOException e) {
      String usage = e instanceof IOException ? "" : "\n" + Arguments.USAGE;
      System.err.println("logs: " + reason(e) + usage);
      System.exit(2);
    }
  }

  /** The message of an error of the file system is often the path alone. */
  static String reason(Exception e) {
    return switch (e) {
      case NoSuchFileException none -> none.getFile() + " does not exist";
      case FileAlreadyExistsException file ->
          file.getFile() + " is a file; name a folder by --data";
      case AccessDeniedException denied -> denied.getFile() + " may not be read or written";
      case FileSystemException other when other.getReason() == null ->
          other.getFile() + ": " + other.getClass().getSimpleName();
      default -> e.getMessage();
    };
  }

  /** Returns whether nothing was left out. */
  private static boolean run(Arguments given) throws Exception {
    if (given.help) {
      System.out.println(Arguments.USAGE);
    } else if (given.generate > 0) {
      generate(given.folder, given.generate);
    } else if (given.count) {
      print(Counting.count(given.folder));
    } else if (given.folder == null) {
      try (Shop shop = Shop.open()) {
        given.folder = shop.logs();
        given.data = given.data == null ? shop.data() : given.data;
        return explore(given);
      }
    } else {
      return explore(given);
    }
    return true;
  }

  private static boolean explore(Arguments given) throws Exception {
    Path data = given.data == null ? Path.of("logs-data") : given.data;
    int port = given.once ? -1 : given.port;
    Explorer explorer =
        Explorer.start(new Options(given.folder, data, given.once, port, given.errors));
    if (given.once) {
      explorer.join();
      print(Checkpoint.load(data).counts());
      if (!explorer.isComplete()) {
        System.err.println("logs: not everything has been counted; the messages above say what");
        return false;
      }
      return true;
    }
    Thread closing = closing(explorer, Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(closing);
    boolean isHeadless = given.headless || GraphicsEnvironment.isHeadless();
    if (isHeadless) {
      System.out.println("logs: follows " + given.folder + " until Ctrl-C");
    } else {
      EventQueue.invokeLater(() -> LogWindow.open(explorer));
    }
    explorer.join();
    try {
      Runtime.getRuntime().removeShutdownHook(closing);
    } catch (IllegalStateException afterCtrlC) {
      // It is what has closed the explorer.
    }
    return !isHeadless || !explorer.hasGivenUp();
  }

  /** After Ctrl-C what has been read is stored, and then the shop deletes its folder. */
  private static Thread closing(Explorer explorer, Thread program) {
    Runnable close =
        () -> {
          explorer.close();
          try {
            program.join();
          } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
          }
        };
    return new Thread(close);
  }

  private static void print(Map<Tally, Long> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach(
        (tally, lines) -> sums.merge(tally.service() + " " + tally.level(), lines, Long::sum));
    sums.forEach((place, lines) -> System.out.println(place + " " + lines));
    System.out.println("all " + sums.values().stream().mapToLong(Long::longValue).sum());
  }

  private static void generate(Path folder, int lines) throws IOException {
    long now = System.currentTimeMillis();
    Generator generator =
        new Generator(
            folder, GENERATOR_SEED, line -> Instant.ofEpochMilli(now + line), Integer.MAX_VALUE);
    for (int written = 0; written < lines; written += GENERATOR_STEP) {
      generator.write(Math.min(GENERATOR_STEP, lines - written));
    }
    print(generator.counts());
  }
}
