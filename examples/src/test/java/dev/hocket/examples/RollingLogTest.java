package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.events.ChannelClosedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rollinglog.RollingLog;

/** Paper 4, section 6, the log: {@code examples/rollinglog}. */
@Timeout(600)
class RollingLogTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private volatile Instant now = Instant.parse("2026-05-01T10:00:30Z");

  @Test
  void lines_goToTheFileOfTheirPeriod() throws Exception {
    RollingLog log = RollingLog.open(folder, MINUTE, () -> now);
    for (int line = 1; line <= 4; line++) {
      log.log("line " + line);
      log.flush();
      now = now.plusSeconds(20);
    }
    log.close();
    assertEquals(
        List.of("2026-05-01T10-00-00.log", "2026-05-01T10-01-00.log"),
        files().stream().map(file -> file.getFileName().toString()).toList());
    assertEquals(List.of("line 1", "line 2"), Files.readAllLines(files().get(0)));
    assertEquals(List.of("line 3", "line 4"), Files.readAllLines(files().get(1)));
  }

  @Test
  void aLogOpenedAgainInItsPeriod_continuesItsFile() throws Exception {
    for (String line : List.of("before", "after")) {
      RollingLog log = RollingLog.open(folder, MINUTE, () -> now);
      log.log(line);
      log.close();
    }
    assertEquals(List.of("before", "after"), allLines());
  }

  @Test
  void linesOfManyThreads_areAllThere_eachThreadsInOrder_whileFilesRoll() throws Exception {
    int threads = 4;
    int lines = 2_000;
    AtomicInteger ticks = new AtomicInteger();
    RollingLog log =
        RollingLog.open(folder, MINUTE, () -> now.plusMillis(30L * ticks.getAndIncrement()));
    List<Thread> loggers =
        IntStream.range(0, threads)
            .mapToObj(thread ->
                Thread.ofPlatform()
                    .start(() -> IntStream.range(0, lines).forEach(i -> log.log(thread + " " + i))))
            .toList();
    for (Thread logger : loggers) {
      logger.join();
    }
    log.close();
    assertEquals(5, files().size());
    List<String> all = allLines();
    assertEquals(threads * lines, all.size());
    for (int thread = 0; thread < threads; thread++) {
      String mine = thread + " ";
      assertEquals(
          IntStream.range(0, lines).mapToObj(i -> mine + i).toList(),
          all.stream().filter(line -> line.startsWith(mine)).toList());
    }
  }

  @Test
  void aLogThatCannotWrite_givesEveryLoggerTheReason() throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    RollingLog log = RollingLog.open(gone, MINUTE, () -> now);
    Files.delete(files(gone).getFirst());
    Files.delete(gone);
    now = now.plus(MINUTE);
    log.log("lost");
    ChannelClosedException unflushed = assertThrows(ChannelClosedException.class, log::flush);
    assertInstanceOf(NoSuchFileException.class, unflushed.getCause());
    ChannelClosedException refused =
        assertThrows(ChannelClosedException.class, () -> log.log("more"));
    assertInstanceOf(NoSuchFileException.class, refused.getCause());
  }

  @Test
  void aLogWhoseClockFails_givesEveryLoggerTheReason() throws Exception {
    IllegalStateException noTime = new IllegalStateException("no time, for this test");
    RollingLog log =
        openWithClock(() -> {
          throw noTime;
        });
    log.log("lost");
    assertSame(noTime, assertThrows(ChannelClosedException.class, log::flush).getCause());
    assertSame(
        noTime, assertThrows(ChannelClosedException.class, () -> log.log("more")).getCause());
  }

  @Test
  void aLogThatMeetsAnError_givesEveryLoggerTheReason() throws Exception {
    Error error = new StackOverflowError("no room, for this test");
    RollingLog log =
        openWithClock(() -> {
          throw error;
        });
    log.log("lost");
    assertSame(error, assertThrows(ChannelClosedException.class, log::flush).getCause());
  }

  /** The log's clock shows {@code now} for the first file and then the times from {@code later}. */
  private RollingLog openWithClock(Supplier<Instant> later) throws Exception {
    AtomicInteger ticks = new AtomicInteger();
    return RollingLog.open(folder, MINUTE, () -> ticks.getAndIncrement() == 0 ? now : later.get());
  }

  @ParameterizedTest
  @ValueSource(longs = {-60_000, 0, 999, 1_500})
  void aPeriodThatIsNotOfWholeSeconds_isRefused(long millis) {
    Duration period = Duration.ofMillis(millis);
    Exception refused =
        assertThrows(
            IllegalArgumentException.class, () -> RollingLog.open(folder, period, () -> now));
    assertTrue(refused.getMessage().contains(period.toString()), refused.getMessage());
  }

  @Test
  void aClosedLog_takesNoLines() throws Exception {
    RollingLog log = RollingLog.open(folder, MINUTE, () -> now);
    log.close();
    Exception refused = assertThrows(ChannelClosedException.class, () -> log.log("late"));
    assertTrue(refused.getMessage().contains("the log is closed"), refused.getMessage());
    assertThrows(ChannelClosedException.class, log::flush);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000})
  void aFatalError_isInTheFileWhereItOccurred_whenTheProgramExits(int cleaningUp) throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Programs.compile(
        Programs.sourcesIn(Programs.ROOT.resolve("examples/rollinglog")), classes, true);
    assertEquals("", Programs.run(3, classes, "rollinglog.Main", logs.toString(), "" + cleaningUp));
    List<String> expected = new ArrayList<>(List.of("all is well", "fatal: out of paper"));
    for (int line = 1; line <= cleaningUp; line++) {
      expected.add("cleaning up, " + line + " of " + cleaningUp);
    }
    assertEquals(expected, Files.readAllLines(files(logs).getFirst()));
  }

  private List<String> allLines() throws IOException {
    return files().stream().flatMap(RollingLogTest::lines).toList();
  }

  private List<Path> files() throws IOException {
    return files(folder);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
