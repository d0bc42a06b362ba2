package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Span;
import dev.hocket.core.Targets;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the events of a flow in a recording. */
class RecordedFlowTest {
  @TempDir Path folder;

  @Test
  void aRecording_hasTheWorkOfEachSectionWhileTheFlowRuns() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch seen = new CountDownLatch(1);
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("dev.hocket.Section").withPeriod(Duration.ofMillis(20));
      stream.onEvent(
          "dev.hocket.Section",
          event -> {
            if (event.getString("flow").equals("watched")
                && event.getBoolean("limits")
                && event.getDouble("rate") > 0) {
              assertEquals("until#1", event.getString("section"));
              seen.countDown();
            }
          });
      stream.startAsync();
      Run run =
          Flow.define(
                  "watched",
                  Library.of(RemappingTest.Until.class),
                  f -> f.call("until", over, Long.MAX_VALUE))
              .sections(Sections.single())
              .result(Results.NONE)
              .start();
      assertTrue(seen.await(5, TimeUnit.MINUTES));
      over.set(true);
      run.await();
    }
  }

  @Test
  void aRecording_hasEachActivationAndTheTimesOfFunctions() throws Exception {
    Path file = folder.resolve("flow.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block");
      recording.enable("dev.hocket.Function");
      recording.start();
      Flow.define("sums", Functions.library(), f -> f.call("sum", f.call("numbers", 100)))
          .sections(Sections.perFunction())
          .run();
      // The sections may still be about to end their last activations.
      Eventually.holds(() -> !Targets.of(Targets.DEFAULT_WORKER).isBusy());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    List<RecordedEvent> functions =
        events.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Function"))
            .toList();
    RecordedEvent sum =
        functions.stream()
            .filter(event -> event.getString("function").equals("sum#1"))
            .findFirst()
            .orElseThrow();
    assertEquals(100, sum.getLong("calls"));
    long all = sum.getDuration("time").toNanos();
    long shortest = sum.getDuration("shortest").toNanos();
    long longest = sum.getDuration("longest").toNanos();
    assertTrue(0 <= shortest && shortest <= all / 100, shortest + " of " + all);
    assertTrue(all / 100 <= longest && longest <= all - 99 * shortest, longest + " of " + all);
    assertEquals("sums", sum.getString("flow"));
    assertTrue(sum.getInt("mostQueued") > 0);
    assertTrue(
        events.stream()
            .anyMatch(event ->
                event.getEventType().getName().equals("dev.hocket.Block")
                    && event.getString("label").equals("sums: numbers#1")));
  }

  /** A source of numbers, each of which a message of another request brings. */
  public static final class Messages {
    private int next;

    /** Returns the next number. */
    @Function(source = true)
    public Object messages(List<Span> senders) {
      if (next == senders.size()) {
        return Flow.END;
      }
      senders.get(next).reached("receive", 1);
      return (long) next++;
    }
  }

  private static List<RecordedEvent> processes(List<RecordedEvent> all, String kind) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("dev.hocket.Process"))
        .filter(event -> event.getString("kind").equals(kind))
        .toList();
  }

  @Test
  void packets_belongToTheRequestsOfTheirMessages() throws Exception {
    Path file = folder.resolve("messages.jfr");
    List<Span> senders = new ArrayList<>();
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Process");
      recording.start();
      for (int i = 0; i < 5; i++) {
        try (Span request = Span.request("request " + i, null)) {
          senders.add(request);
        }
      }
      Flow.define(
              "answers",
              Library.of(Messages.class, Functions.Sum.class),
              f -> f.call("sum", f.call("messages", senders)))
          .sections(Sections.perFunction())
          .run();
      // The section of the source may still be about to end its last part.
      Eventually.holds(() -> !Targets.of(Targets.DEFAULT_WORKER).isBusy());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> all = RecordingFile.readAllEvents(file);
    List<Long> requests =
        processes(all, "request").stream().map(event -> event.getLong("id")).sorted().toList();
    assertEquals(5, requests.size());
    List<RecordedEvent> messages = processes(all, "message");
    assertEquals(
        requests, messages.stream().map(event -> event.getLong("request")).sorted().toList());
    List<RecordedEvent> packets =
        processes(all, "packet").stream()
            .filter(event -> event.getString("name").contains("sum"))
            .toList();
    assertEquals(
        requests, packets.stream().map(event -> event.getLong("request")).sorted().toList());
    for (RecordedEvent packet : packets) {
      assertTrue(
          messages.stream()
              .anyMatch(message ->
                  message.getLong("id") == packet.getLong("parent")
                      && message.getLong("request") == packet.getLong("request")),
          packet::toString);
    }
  }

  @Test
  void aRunInARequest_isAPartOfIt_withItsActivations() throws Exception {
    Path file = folder.resolve("run.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Process");
      recording.enable("dev.hocket.Block");
      recording.start();
      try (Span _ = Span.request("request", null)) {
        Flow.define("sums", Functions.library(), f -> f.call("sum", f.call("numbers", 100)))
            .sections(Sections.perFunction())
            .run();
      }
      // The sections may still be about to end their last activations.
      Eventually.holds(() -> !Targets.of(Targets.DEFAULT_WORKER).isBusy());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> all = RecordingFile.readAllEvents(file);
    long request = processes(all, "request").getFirst().getLong("id");
    RecordedEvent run = processes(all, "flow").getFirst();
    assertEquals(request, run.getLong("request"));
    assertEquals(request, run.getLong("parent"));
    assertEquals("sums", run.getString("name"));
    List<RecordedEvent> activations =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Block"))
            .filter(event -> event.getString("label").startsWith("sums: "))
            .toList();
    assertFalse(activations.isEmpty());
    assertTrue(
        activations.stream()
            .allMatch(event ->
                event.getLong("request") == request
                    && event.getLong("parent") == run.getLong("id")),
        activations::toString);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theEndOfARun_isRecordedBeforeItsResultIsSeen(boolean isCancelled) throws Exception {
    Path file = folder.resolve("end.jfr");
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> recorded = new CompletableFuture<>();
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Process");
      recording.start();
      Run run;
      try (Span _ = Span.request("request", null)) {
        run =
            Flow.define(
                    "ends",
                    Library.of(RemappingTest.Until.class),
                    f -> f.call("until", over, Long.MAX_VALUE))
                .sections(Sections.single())
                .result(Results.NONE)
                .start();
      }
      // The thread that ends the run does nothing more until the recording has stopped.
      run.completion().whenComplete((result, failure) -> recorded.join());
      if (isCancelled) {
        Thread.startVirtualThread(run::cancel);
        assertThrows(CancellationException.class, run::await);
      } else {
        over.set(true);
        run.await();
      }
      recording.stop();
      recording.dump(file);
    } finally {
      recorded.complete(null);
    }
    List<RecordedEvent> runs = processes(RecordingFile.readAllEvents(file), "flow");
    assertEquals(List.of("ends"), runs.stream().map(run -> run.getString("name")).toList());
  }

  /** Doubles numbers, as another function of the same name adds something to them. */
  public static final class Doubled {
    private Doubled() {}

    /** Doubles. */
    @Function
    public static long changed(long number) {
      return 2 * number;
    }
  }

  /** The function before the change. */
  public static final class Kept {
    private Kept() {}

    /** Returns its argument. */
    @Function
    public static long changed(long number) {
      return number;
    }
  }

  @Test
  void aRunWhoseSectionsChange_staysInItsRequest() throws Exception {
    Path file = folder.resolve("changed.jfr");
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong last = new AtomicLong();
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Process");
      recording.enable("dev.hocket.Block");
      recording.start();
      Run run;
      try (Span _ = Span.request("request", null)) {
        run =
            Flow.define(
                    "changes",
                    Library.of(RemappingTest.Until.class, Kept.class),
                    f ->
                        f.stateful(
                            "notes",
                            () ->
                                a -> {
                                  last.set((Long) a[0]);
                                  return a[0];
                                },
                            f.call("changed", f.call("until", over, Long.MAX_VALUE))))
                .sections(Sections.single())
                .result(Results.NONE)
                .start();
      }
      Eventually.holds(() -> last.get() > 0);
      for (int i = 0; i < 3; i++) {
        assertTrue(run.replace("changed", Library.of(Doubled.class), state -> state));
        long before = last.get();
        Eventually.holds(() -> last.get() > before);
      }
      over.set(true);
      run.await();
      Eventually.holds(() -> !Targets.of(Targets.DEFAULT_WORKER).isBusy());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> all = RecordingFile.readAllEvents(file);
    long request = processes(all, "request").getFirst().getLong("id");
    RecordedEvent run = processes(all, "flow").getFirst();
    List<RecordedEvent> activations =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Block"))
            .filter(event -> event.getString("label").startsWith("changes: "))
            .toList();
    assertTrue(activations.size() > 3, activations::toString);
    for (RecordedEvent activation : activations) {
      assertEquals(request, activation.getLong("request"), activation::toString);
      assertEquals(run.getLong("id"), activation.getLong("parent"), activation::toString);
    }
  }

  @Test
  void aPacketThatWaitsForItsOwnSection_isNotQueued() throws Exception {
    Path file = folder.resolve("queued.jfr");
    List<Span> senders = new ArrayList<>();
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Process");
      recording.start();
      for (int i = 0; i < 5; i++) {
        try (Span request = Span.request("request " + i, null)) {
          senders.add(request);
        }
      }
      Flow.define(
              "later",
              Library.of(Messages.class, Functions.Sum.class),
              f ->
                  f.call(
                      "sum",
                      f.async(
                          "answers",
                          () -> a -> CompletableFuture.supplyAsync(() -> a[0]),
                          f.call("messages", senders))))
          .sections(Sections.perFunction())
          .run();
      Eventually.holds(() -> !Targets.of(Targets.DEFAULT_WORKER).isBusy());
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> parts =
        processes(RecordingFile.readAllEvents(file), "packet").stream()
            .filter(event -> event.getString("name").contains("answers"))
            .toList();
    long unknown = parts.stream().filter(part -> part.getLong("queueTime") < 0).count();
    // Each packet comes to the section of the asynchronous call once, and runs there twice.
    assertEquals(10, parts.size(), parts::toString);
    assertEquals(5, unknown, parts::toString);
  }
}
