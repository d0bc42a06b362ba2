package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Eventually;
import dev.hocket.events.Events;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class LogTest {
  private static final Instant DAY = Instant.parse("2026-03-01T10:00:00Z");
  private static final long LARGE = 1 << 20;
  @TempDir Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files()) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  private static Entry at(Instant time, String text) {
    return new Entry(time, "", text, 0, 0);
  }

  @Test
  void aDay_hasItsFile() throws Exception {
    try (LogFile log = new LogFile(folder, LARGE, 10)) {
      log.append(at(DAY, "one"));
      log.append(at(DAY.plusSeconds(3600), "two"));
      log.append(at(DAY.plusSeconds(86_400), "three"));
      log.append(at(DAY, "late"));
    }
    assertEquals(List.of("2026-03-01.000001.log", "2026-03-02.000001.log"), names());
    assertEquals(2, Files.readAllLines(files().getFirst()).size());
    assertEquals(2, Files.readAllLines(files().getLast()).size());
  }

  @Test
  void aFile_hasItsSize_andTheOldestGo() throws Exception {
    try (LogFile log = new LogFile(folder, 100, 3)) {
      for (int i = 0; i < 50; i++) {
        log.append(at(DAY, "line " + i));
      }
      log.append(at(DAY, "x".repeat(200_000)));
    }
    assertEquals(3, files().size());
    for (Path file : files().subList(0, 2)) {
      assertTrue(Files.size(file) <= 100);
    }
    assertTrue(lines().getLast().endsWith("xxx"));
    assertTrue(lines().stream().anyMatch(line -> line.endsWith("line 49")));
  }

  @Test
  void numbers_continueAfterARestart() throws Exception {
    for (int run = 0; run < 3; run++) {
      try (LogFile log = new LogFile(folder, LARGE, 10)) {
        log.append(at(DAY, "run " + run));
      }
    }
    assertEquals(3, files().size());
    assertTrue(lines().getLast().endsWith("run 2"));
  }

  @Test
  void numbers_continueAfterARestart_alsoIfAnEarlierRunHadALaterDay() throws Exception {
    Files.writeString(folder.resolve("2031-01-01.000001.log"), "of a clock that was wrong");
    for (int run = 0; run < 3; run++) {
      try (LogFile log = new LogFile(folder, LARGE, 2)) {
        log.append(at(DAY, "run " + run));
      }
    }
    assertEquals(List.of("2026-03-01.000003.log", "2031-01-01.000001.log"), names());
  }

  @Test
  void filesOfOthersInTheFolder_areLeftAlone() throws Exception {
    List<String> others = List.of("2026-03-01.old.000001.log", "app.000001.log", "x.999999.log");
    for (String other : others) {
      Files.writeString(folder.resolve(other), "not ours");
    }
    for (int run = 0; run < 2; run++) {
      try (LogFile log = new LogFile(folder, LARGE, 1)) {
        log.append(at(DAY, "run " + run));
      }
    }
    List<String> expected = new ArrayList<>(others);
    expected.addFirst("2026-03-01.000002.log");
    assertEquals(expected, names());
    assertTrue(Files.readString(files().getFirst()).endsWith("run 1\n"));
  }

  private List<String> names() throws IOException {
    return files().stream().map(file -> file.getFileName().toString()).toList();
  }

  @Test
  void aResponse_isALineOfTheCommonFormat_thatNoRequestCanForge() {
    Entry entry = new Entry(DAY, "127.0.0.1", "GET /\"x\\ HTTP/1.1", 200, 17);
    assertEquals(
        "127.0.0.1 - - [01/Mar/2026:10:00:00 +0000] \"GET /\\\"x\\\\ HTTP/1.1\" 200 17\n",
        entry.line());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void flush_bringsAllToDisk_inOrder(Kind kind) throws Exception {
    Log log = kind.version().log(new LogFile(folder, LARGE, 10), () -> {});
    for (int i = 0; i < 5000; i++) {
      log.write(at(DAY, "line " + i));
    }
    log.flush();
    List<String> lines = lines();
    assertEquals(5000, lines.size());
    for (int i = 0; i < 5000; i++) {
      assertTrue(lines.get(i).endsWith(" line " + i), lines.get(i));
    }
    log.close();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void close_bringsAllToDisk_andNoThreadWaitsForTheLogAfterIt(Kind kind) throws Exception {
    AtomicInteger exits = new AtomicInteger();
    Log log = kind.version().log(new LogFile(folder, LARGE, 10), exits::incrementAndGet);
    for (int i = 0; i < 5000; i++) {
      log.write(at(DAY, "line " + i));
    }
    log.close();
    assertEquals(5000, lines().size());
    log.write(at(DAY, "late"));
    log.flush();
    log.close();
    log.fatal(at(DAY, "late too"), () -> log.write(at(DAY, "cleaning up")));
    assertEquals(1, exits.get());
    assertEquals(5000, lines().size());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void waitsOfTheLog_haveNames(Kind kind) throws Exception {
    Log log = kind.version().log(new LogFile(folder, LARGE, 10), () -> {});
    Eventually.holds(() -> Events.dump().contains("procedure flush of the log"));
    log.close();
  }

  /** Paper 4, section 6: with asynchronous events the error is logged where it occurred. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFatalError_isOnDiskBeforeTheProgramEnds(Kind kind) throws Exception {
    List<String> onDiskAtExit = new ArrayList<>();
    Log[] log = new Log[1];
    log[0] =
        kind.version()
            .log(
                new LogFile(folder, LARGE, 10),
                () -> {
                  try {
                    onDiskAtExit.addAll(lines());
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
    log[0].fatal(at(DAY, "error"), () -> log[0].write(at(DAY, "cleaning up")));
    List<String> texts =
        onDiskAtExit.stream().map(line -> line.substring(line.indexOf(']') + 2)).toList();
    assertEquals(
        kind == Kind.ASYNC ? List.of("error", "cleaning up") : List.of("cleaning up", "error"),
        texts);
    log[0].close();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aLogThatCannotBeWritten_stopsNoThread(Kind kind) throws Exception {
    Path inTheWay = folder.resolve("log");
    Log log = kind.version().log(new LogFile(inTheWay, 10, 10), () -> {});
    Files.delete(inTheWay);
    Files.writeString(inTheWay, "no folder");
    for (int i = 0; i < 100; i++) {
      log.write(at(DAY, "line"));
    }
    log.close();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aLineThatCannotBeFormatted_losesNoOther(Kind kind) throws Exception {
    Log log = kind.version().log(new LogFile(folder, LARGE, 10), () -> {});
    log.write(at(Instant.MAX, "at a time that no date has"));
    log.write(at(DAY, "next"));
    log.close();
    assertEquals(1, lines().size());
    assertTrue(lines().getFirst().endsWith("next"));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aServer_logsItsResponses(Kind kind) throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    Path logs = folder.resolve("logs");
    try (Site site = new Site(kind, root, Site.PATIENT, 10, Optional.of(logs))) {
      site.write("a.txt", "content".getBytes());
      site.exchange("GET /a.txt?b HTTP/1.1\r\nHost: a\r\n\r\nHEAD /none HTTP/1.0\r\n\r\n");
      site.exchange("nonsense\r\n\r\n");
    }
    try (Stream<Path> all = Files.list(logs)) {
      List<String> lines = Files.readAllLines(all.findFirst().orElseThrow());
      assertEquals(3, lines.size(), lines.toString());
      assertTrue(lines.get(0).startsWith("127.0.0.1 - - ["), lines.get(0));
      assertTrue(lines.get(0).endsWith("\"GET /a.txt?b HTTP/1.1\" 200 7"), lines.get(0));
      assertTrue(lines.get(1).contains("\"HEAD /none HTTP/1.0\" 404 "), lines.get(1));
      assertTrue(lines.get(2).contains("\"-\" "), lines.get(2));
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aListenerThatFails_isNotedAndEndsTheProgram(Kind kind) throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    Path logs = folder.resolve("logs");
    try (Site site = new Site(kind, root, Site.PATIENT, 10, Optional.of(logs));
        Client open = site.connect()) {
      Eventually.holds(() -> site.server.connections() == 1);
      site.server.fail(new IOException("as a test"));
      assertEquals(1, site.exits.get());
      assertEquals(-1, open.read());
    }
    try (Stream<Path> all = Files.list(logs)) {
      assertTrue(Files.readString(all.findFirst().orElseThrow()).contains("as a test"));
    }
  }
}
