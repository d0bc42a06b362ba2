package dev.hocket.plan.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.RecordingReader;
import dev.hocket.plan.report.WaterfallPeek;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Finds the slowest requests among events of the same form as core's; {@code RecordedRequestsTest}
 * of the command line has core's own.
 */
class RequestLogTest {
  @Name("dev.hocket.Process")
  @StackTrace(false)
  static final class ProcessEvent extends Event {
    long id;
    long request;
    long parent;
    String kind = "process";
    String name;
    long queueTime = -1;
  }

  @Name("dev.hocket.UnfinishedProcess")
  @StackTrace(false)
  static final class UnfinishedProcessEvent extends Event {
    long id;
    long request;
    long parent;
    String kind = "process";
    String name;
    long queueTime = -1;
    long age;
    long runTime;
    long waitTime;
    String what;
    String threadName = "thread";
  }

  @Name("dev.hocket.Wait")
  @StackTrace(false)
  static final class WaitEvent extends Event {
    long request;
    long part;
    String what;
    boolean suspended;
    long requeueTime;
  }

  @TempDir static Path folder;
  private static Path recording;

  /** Twenty requests, of which the last is the slowest, and has a part that hangs. */
  @BeforeAll
  static void record() throws Exception {
    recording = folder.resolve("run.jfr");
    try (Recording jfr = new Recording()) {
      jfr.enable("dev.hocket.Process");
      jfr.enable("dev.hocket.UnfinishedProcess");
      jfr.start();
      for (int i = 1; i < 20; i++) {
        unfinished(i, i, i * 300_000L, 0);
      }
      ProcessEvent last = new ProcessEvent();
      last.id = 20;
      last.request = 20;
      last.parent = -1;
      last.name = "request 20";
      last.commit();
      // It has ended meanwhile, so this does not count.
      unfinished(20, 20, 1_000, 0);
      unfinished(21, 20, 80_000_000, 60_000_000);
      jfr.stop();
      jfr.dump(recording);
    }
  }

  /** Writes a part whose times are given: a test must not measure any. */
  private static void unfinished(long id, long request, long age, long waitTime) {
    UnfinishedProcessEvent event = new UnfinishedProcessEvent();
    event.id = id;
    event.request = request;
    event.parent = id == request ? -1 : request;
    event.name = id == request ? "request " + id : "hangs";
    event.age = age;
    event.runTime = age;
    event.waitTime = waitTime;
    event.what = "receive from channel c";
    event.commit();
  }

  private static List<Request> slowest(int count, int most) throws Exception {
    RequestLog log = new RequestLog(most);
    RecordingReader.read(recording, log::add);
    return log.slowest(recording, count);
  }

  @Test
  void theSlowest_isFirst_andHasAllItsParts() throws Exception {
    List<Request> slowest = slowest(5, RequestLog.MOST);
    assertEquals(5, slowest.size());
    Request first = slowest.getFirst();
    assertEquals(20, first.id());
    // In the order of time; the one that hangs began first.
    assertEquals(2, first.parts().size());
    Part request = first.first();
    assertEquals("completed", request.outcome());
    assertEquals(0, request.pauses().size());
    Part hangs = first.parts().stream().filter(part -> part.id() == 21).findAny().orElseThrow();
    assertEquals("unfinished", hangs.outcome());
    assertEquals(80_000_000, hangs.span().length());
    assertEquals(1, hangs.pauses().size());
    assertEquals("receive from channel c", hangs.pauses().getFirst().what());
    assertEquals(60_000_000, hangs.pauses().getFirst().span().length());
    assertEquals(hangs.span().end(), hangs.pauses().getFirst().span().end());
  }

  /** The first part of a request is written last. */
  @Test
  void ofTooManyParts_theFirstIsKept() throws Exception {
    Path many = folder.resolve("many.jfr");
    int parts = PartReader.MOST_PARTS + 5;
    try (Recording jfr = new Recording()) {
      jfr.enable("dev.hocket.Process");
      jfr.start();
      for (int i = parts; i >= 1; i--) {
        if (i == 1) {
          // The first part is in a chunk of its own, which is read last.
          jfr.dump(folder.resolve("begin.jfr"));
        }
        ProcessEvent event = new ProcessEvent();
        event.id = i;
        event.request = 1;
        event.parent = i == 1 ? -1 : 1;
        event.name = "part " + i;
        event.commit();
      }
      jfr.stop();
      jfr.dump(many);
    }
    RequestLog log = new RequestLog();
    RecordingReader.read(many, log::add);
    Request request = log.slowest(many, 1).getFirst();
    assertEquals("part 1", request.first().name());
    assertEquals(PartReader.MOST_PARTS + 1, request.parts().size());
    assertEquals(4, request.more());
  }

  @Test
  void whereThereAreTooMany_theFasterAreForgotten_andTheLogSaysSo() throws Exception {
    RequestLog log = new RequestLog(6);
    RecordingReader.read(recording, log::add);
    assertEquals(20, log.slowest(recording, 5).getFirst().id());
    assertTrue(log.hasForgotten());
    RequestLog all = new RequestLog();
    RecordingReader.read(recording, all::add);
    assertFalse(all.hasForgotten());
  }

  /** A server that a click has started waits for each of its messages. */
  @Test
  void ofTooManyWaits_theLongestAreKept() throws Exception {
    Path many = folder.resolve("waits.jfr");
    int count = 3 * Request.MOST_WAITS;
    try (Recording jfr = new Recording()) {
      jfr.enable("dev.hocket.UnfinishedProcess");
      jfr.enable("dev.hocket.Wait");
      jfr.start();
      for (int i = 0; i < count; i++) {
        WaitEvent wait = new WaitEvent();
        wait.request = 1;
        wait.part = 1;
        wait.what = "wait " + i;
        wait.commit();
      }
      unfinished(1, 1, 3_000_000_000_000L, 0);
      jfr.stop();
      jfr.dump(many);
    }
    RequestLog log = new RequestLog();
    RecordingReader.read(many, log::add);
    Request request = log.slowest(many, 1).getFirst();
    int kept = request.first().pauses().size();
    assertTrue(kept >= Request.MOST_WAITS && kept <= 2 * Request.MOST_WAITS, () -> kept + " waits");
    assertEquals(count, kept + request.uncounted());
    String page = WaterfallPeek.of(request);
    assertTrue(page.contains("text-anchor=\"end\">3000 s<"), page);
    assertTrue(page.length() < 200_000, () -> page.length() + " letters");
    assertTrue(page.contains("shorter waits"), page);
  }
}
