package dev.hocket.casestudies.logs;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the logs of three services of a shop, each in another format, with known counts; rotates
 * and compresses them as logrotate does. Only one thread may use it.
 */
final class Generator {
  /** The word that about every twentieth line has. */
  static final String RARE = "timeout";

  private static final List<String> LOGS = List.of("web", "orders", "payments");
  private static final List<String> EVENTS =
      List.of("accepted", "packed", "sent", "returned", "declined", "delayed by a " + RARE);
  private static final Level[] LEVELS = {Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};
  private static final int[] SEVERITIES = {7, 6, 4, 3};
  private static final int[] STATUS = {204, 200, 404, 503};
  private static final DateTimeFormatter ACCESS_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;
  private final LongFunction<Instant> clock;
  private final int kept;
  private final Random random;
  private final Map<Tally, Long> counts = new HashMap<>();
  private long lines;
  private long rare;

  /**
   * @param seed decides about everything but the times
   * @param clock the time of each line, by its number
   * @param kept the most rotated files of a log; older ones are deleted
   */
  Generator(Path folder, long seed, LongFunction<Instant> clock, int kept) {
    this.folder = folder;
    this.clock = clock;
    this.kept = kept;
    this.random = new Random(seed);
  }

  /** The number of lines that count in each place, of all that have been written. */
  Map<Tally, Long> counts() {
    return Map.copyOf(counts);
  }

  /** The number of lines with the rare word. */
  long rare() {
    return rare;
  }

  /** Appends lines, each to a log of its choice. */
  void write(int number) throws IOException {
    Map<String, StringBuilder> texts = new HashMap<>();
    for (int i = 0; i < number; i++) {
      String log = LOGS.get(random.nextInt(LOGS.size()));
      texts.computeIfAbsent(log, one -> new StringBuilder()).append(line(log)).append('\n');
    }
    for (Map.Entry<String, StringBuilder> text : texts.entrySet()) {
      Files.writeString(
          file(text.getKey(), ""),
          text.getValue(),
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private String line(String log) {
    Instant time = clock.apply(lines++);
    int level = Math.min(random.nextInt(20) / 3, 9) % LEVELS.length;
    String event = EVENTS.get(random.nextInt(4) == 0 ? 5 : random.nextInt(5));
    if (log.equals("orders") && random.nextInt(50) == 0) {
      counts.merge(Tally.other(log), 1L, Long::sum);
      return "\tat shop.Orders.take(Orders.java:" + lines + ")";
    }
    if (event.endsWith(RARE)) {
      rare++;
    }
    Tally place = new Tally(log, level(log, level), Math.floorDiv(time.getEpochSecond(), 60));
    counts.merge(place, 1L, Long::sum);
    return switch (log) {
      case "web" -> access(time, level, event);
      case "orders" -> syslog(time, level, event);
      default -> json(time, level, event);
    };
  }

  /** An access log knows no debugging. */
  private static Level level(String log, int level) {
    return log.equals("web") && level == 0 ? Level.INFO : LEVELS[level];
  }

  private String access(Instant time, int level, String event) {
    return "10.0.0."
        + random.nextInt(256)
        + " - - ["
        + ACCESS_TIME.format(time)
        + "] \"GET /orders/"
        + lines
        + "?is="
        + event.replace(' ', '+')
        + " HTTP/1.1\" "
        + STATUS[level]
        + " "
        + random.nextInt(10_000)
        + " \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"";
  }

  private String syslog(Instant time, int level, String event) {
    int priority = 16 * 8 + SEVERITIES[level];
    return "<" + priority + ">1 " + time + " shop-1 orders 71 - - order " + lines + " " + event;
  }

  private String json(Instant time, int level, String event) {
    return "{\"time\":\""
        + time
        + "\",\"level\":\""
        + LEVELS[level].name().toLowerCase(Locale.ROOT)
        + "\",\"service\":\"payments\",\"message\":\"order "
        + lines
        + " "
        + event
        + "\"}";
  }

  /** Renames all files of each log to their next numbers, and compresses those from 2 on. */
  void rotate() throws IOException {
    for (String log : LOGS) {
      int last = 1;
      while (Files.exists(file(log, "." + (last + 1) + ".gz"))) {
        last++;
      }
      for (int number = last; number >= 2; number--) {
        move(log, "." + number + ".gz", "." + (number + 1) + ".gz");
      }
      Files.deleteIfExists(file(log, "." + (kept + 1) + ".gz"));
      compress(file(log, ".1"), file(log, ".2.gz"));
      move(log, "", ".1");
    }
  }

  private void move(String log, String from, String to) throws IOException {
    if (Files.exists(file(log, from))) {
      Files.move(file(log, from), file(log, to));
    }
  }

  private static void compress(Path file, Path to) throws IOException {
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file);
          OutputStream out =
              new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(to)))) {
        in.transferTo(out);
      }
      Files.delete(file);
    }
  }

  private Path file(String log, String ending) {
    return folder.resolve(log + ".log" + ending);
  }
}
