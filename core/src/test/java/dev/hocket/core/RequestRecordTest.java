package dev.hocket.core;

import static dev.hocket.core.RecordedRequests.assertPart;
import static dev.hocket.core.RecordedRequests.during;
import static dev.hocket.core.RecordedRequests.of;
import static dev.hocket.core.RecordedRequests.one;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that all parts of a request have its number in a recording. */
@Timeout(300)
class RequestRecordTest {
  private final Worker worker = Targets.create(TargetKind.freshName(), 2);
  private final Worker other = Targets.create(TargetKind.freshName(), 2);

  @AfterEach
  void shutDown() throws InterruptedException {
    worker.shutdown(Duration.ofMinutes(2));
    other.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aDispatchsBlocks_haveItsRequest_andWhatTheyHandOver() throws Throwable {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      EventLoop loop = (EventLoop) made.target();
      CountDownLatch ended = new CountDownLatch(1);
      AtomicReference<Thread> caller = new AtomicReference<>();
      List<RecordedEvent> all =
          during(() -> {
            loop.call(
                "carrier",
                () ->
                    loop.dispatch(
                        "click",
                        true,
                        -1,
                        () -> {
                          worker.execute(
                              "posted",
                              () -> {
                                caller.set(Thread.currentThread());
                                other.call(
                                    "called",
                                    () -> {
                                      Recorded.awaitParked(caller.get());
                                      other.call("in place", () -> {});
                                      loop.execute("back", ended::countDown);
                                    });
                              });
                          loop.call("here", () -> {});
                        }));
            ended.await();
            Eventually.holds(() -> !loop.isBusy() && !worker.isBusy());
          });
      RecordedEvent click = one(all, "Dispatch", "event", "click");
      long request = click.getLong("id");
      assertEquals(request, click.getLong("request"));
      RecordedEvent posted = one(all, "Block", "label", "posted");
      assertPart(posted, request, request);
      RecordedEvent called = one(all, "Block", "label", "called");
      assertPart(called, request, posted.getLong("id"));
      assertPart(one(all, "Block", "label", "in place"), request, called.getLong("id"));
      assertPart(one(all, "Block", "label", "back"), request, called.getLong("id"));
      assertPart(one(all, "Block", "label", "here"), request, request);
      RecordedEvent wait = one(all, "Wait", "what", "block called");
      assertEquals(request, wait.getLong("request"));
      assertEquals(posted.getLong("id"), wait.getLong("part"));
    }
  }

  @Test
  void aDispatchThatOnlyRunsQueuedBlocks_isNoRequest() throws Throwable {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    AtomicReference<EventLoop> made = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch registered = new CountDownLatch(1);
    Thread thread =
        new Thread(() -> {
          EventLoop loop = Targets.register(TargetKind.freshName(), tasks::add);
          made.set(loop);
          registered.countDown();
          try {
            while (ended.getCount() > 0) {
              Runnable task = tasks.take();
              loop.dispatch("task", false, -1, task);
            }
          } catch (InterruptedException end) {
            // The loop ends.
          }
        });
    thread.start();
    registered.await();
    List<RecordedEvent> all =
        during(() -> {
          made.get().execute("first", () -> {});
          made.get().execute("last", ended::countDown);
          thread.join();
        });
    // Other tests may have left an event thread, whose dispatches are recorded as well.
    List<RecordedEvent> carriers =
        of(all, "Dispatch").stream()
            .filter(event -> made.get().name().equals(event.getString("loop")))
            .toList();
    assertFalse(carriers.isEmpty());
    assertTrue(
        carriers.stream().allMatch(event -> event.getLong("request") == -1), carriers::toString);
    RecordedEvent first = one(all, "Block", "label", "first");
    assertPart(first, first.getLong("id"), -1);
    assertNotEquals(
        first.getLong("request"), one(all, "Block", "label", "last").getLong("request"));
  }

  @Test
  void aBlockThatNoPartHandsOver_beginsARequest_alsoIfItIsSuspended() throws Throwable {
    CompletableFuture<Block> awaiting = new CompletableFuture<>();
    List<RecordedEvent> all =
        during(() -> {
          ResumableBody awaits =
              Steps.await(
                  other,
                  () -> {
                    Block handler = awaiting.join();
                    Eventually.holds(() -> handler.state() == Block.State.SUSPENDED);
                  });
          ResumableBody after = Steps.then(() -> other.call("after", () -> {}));
          awaiting.complete(worker.submit("handler", Steps.of(awaits, after).body()));
          awaiting.join().join();
          Eventually.holds(() -> !worker.isBusy());
        });
    RecordedEvent handler = one(all, "Block", "label", "handler");
    long request = handler.getLong("id");
    assertPart(handler, request, -1);
    assertPart(one(all, "Block", "label", "Awaited.java:1"), request, request);
    assertPart(one(all, "Block", "label", "after"), request, request);
    RecordedEvent wait = one(all, "Wait", "what", "block Awaited.java:1");
    assertTrue(wait.getBoolean("suspended"));
    assertEquals(request, wait.getLong("part"));
    assertTrue(wait.getLong("requeueTime") >= 0);
    assertTrue(wait.getDuration().toNanos() >= wait.getLong("requeueTime"));
  }

  @Test
  void aHandlersRest_belongsToTheRequestOfItsFirstPart() throws Throwable {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      EventLoop loop = (EventLoop) made.target();
      List<RecordedEvent> all =
          during(() -> {
            loop.call(
                "carrier",
                () ->
                    loop.dispatch(
                        "click",
                        true,
                        -1,
                        () -> {
                          Coroutine co = Coroutine.begin("handler");
                          try {
                            Steps.of(Steps.await(worker, () -> {})).run(co);
                          } catch (Throwable impossible) {
                            throw new AssertionError(impossible);
                          }
                          co.detach();
                          loop.call("goes on", () -> {});
                        }));
            Eventually.holds(() -> !loop.isBusy() && !worker.isBusy());
          });
      long request = one(all, "Dispatch", "event", "click").getLong("id");
      assertPart(one(all, "Block", "label", "handler"), request, request);
      RecordedEvent rest = one(all, "Block", "label", "handler");
      assertPart(one(all, "Block", "label", "Awaited.java:1"), request, request);
      assertPart(one(all, "Block", "label", "goes on"), request, request);
      assertNotEquals(request, rest.getLong("id"));
    }
  }

  @Test
  void aDrain_belongsToTheRequestThatMadeIt_notToItsSubmitters() throws Throwable {
    Drain free = new Drain(worker, "free", 1, most -> 0);
    AtomicReference<Drain> owned = new AtomicReference<>();
    List<RecordedEvent> all =
        during(() -> {
          worker.call("makes", () -> owned.set(new Drain(worker, "owned", 1, most -> 0)));
          worker.call("submits", free::submit);
          Eventually.holds(() -> free.state() == Block.State.IDLE && !worker.isBusy());
          worker.call("submits too", () -> owned.get().submit());
          Eventually.holds(() -> owned.get().state() == Block.State.IDLE && !worker.isBusy());
        });
    assertEquals(-1, one(all, "Block", "label", "free").getLong("request"));
    assertEquals(
        one(all, "Block", "label", "makes").getLong("id"),
        one(all, "Block", "label", "owned").getLong("request"));
  }

  @Test
  void aProcess_isAPartOfTheThreadThatMadeIt_andHasAnEnd() throws Throwable {
    List<RecordedEvent> all =
        during(() ->
            worker.call(
                "spawns",
                () -> {
                  Runnable body = () -> other.call("inside", () -> {});
                  Thread spawned = new Thread(Span.process(() -> "spawned", body));
                  spawned.start();
                  spawned.join();
                }));
    long request = one(all, "Block", "label", "spawns").getLong("id");
    RecordedEvent process = one(all, "Process", "name", "spawned");
    assertPart(process, request, request);
    assertEquals("process", process.getString("kind"));
    assertPart(one(all, "Block", "label", "inside"), request, process.getLong("id"));
  }

  /** A part that has been begun and ended, as the sender of messages. */
  static Span sender(String name) {
    try (Span request = Span.request(name, null)) {
      return request;
    }
  }

  /** The code of a process that uses a source of messages named by a text. */
  static Thread process(RecordedRequests.Code code) {
    return Thread.startVirtualThread(Span.process(() -> "server", () -> run(code)));
  }

  static void run(RecordedRequests.Code code) {
    try {
      code.run();
    } catch (Exception end) {
      throw new AssertionError(end);
    }
  }

  @Test
  void aDispatchThatAlsoHandlesAnEvent_isARequest() throws Throwable {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    AtomicReference<EventLoop> made = new AtomicReference<>();
    CountDownLatch registered = new CountDownLatch(1);
    CountDownLatch queued = new CountDownLatch(1);
    Thread thread =
        new Thread(() ->
            run(() -> {
              EventLoop loop = Targets.register(TargetKind.freshName(), tasks::add);
              made.set(loop);
              registered.countDown();
              queued.await();
              Runnable batch =
                  () -> {
                    for (Runnable task; (task = tasks.poll()) != null; ) {
                      task.run();
                    }
                    worker.execute("of the click", () -> {});
                  };
              loop.dispatch("batch", true, -1, batch);
            }));
    thread.start();
    registered.await();
    List<RecordedEvent> all =
        during(() -> {
          made.get().execute("queued", () -> {});
          queued.countDown();
          thread.join();
          Eventually.holds(() -> !worker.isBusy());
        });
    RecordedEvent batch = one(all, "Dispatch", "event", "batch");
    long id = batch.getLong("id");
    assertEquals(id, batch.getLong("request"));
    assertPart(one(all, "Block", "label", "of the click"), id, id);
    RecordedEvent block = one(all, "Block", "label", "queued");
    assertEquals(block.getLong("id"), block.getLong("request"));
  }

  @Test
  void workForARequestOfAnEarlierRecording_belongsToNoneInTheNext() throws Throwable {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    AtomicReference<Thread> server = new AtomicReference<>();
    AtomicReference<Drain> drain = new AtomicReference<>();
    AtomicReference<Span> old = new AtomicReference<>();
    during(() -> {
      Span request = sender("request");
      old.set(request);
      server.set(
          process(() -> {
            request.reached("old", 1);
            drain.set(new Drain(other, "drain", 1, most -> 0));
            reached.countDown();
            goesOn.await();
            worker.call("new", () -> {});
            drain.get().submit();
          }));
      reached.await();
    });
    List<RecordedEvent> second =
        during(() -> {
          goesOn.countDown();
          server.get().join();
          Eventually.holds(() -> !other.isBusy());
          assertNull(old.get().begin("packet", "late", -1));
          Thread late = process(() -> old.get().reached("late message", 1));
          late.join();
        });
    RecordedEvent own = one(second, "Block", "label", "new");
    assertPart(own, own.getLong("id"), -1);
    assertPart(one(second, "Block", "label", "drain"), -1, -1);
    assertTrue(of(second, "Process").isEmpty(), second::toString);
  }

  @Test
  void aProcessThatRunsInItsMakersThread_leavesItsRequest() throws Throwable {
    List<RecordedEvent> all =
        during(() -> {
          Span request = Span.request("request", null);
          Body inside = () -> worker.call("inside", () -> {});
          Runnable body =
              () -> {
                try {
                  inside.run();
                } catch (Throwable end) {
                  throw new AssertionError(end);
                }
              };
          Span.process(() -> "inline", body).run();
          worker.call("after", () -> {});
          request.close();
          Runnable inner = Span.process(() -> "inner", () -> {});
          Runnable outer =
              Span.process(
                  () -> "outer",
                  () -> {
                    inner.run();
                    assertTrue(Context.current().isProcess);
                  });
          outer.run();
          assertFalse(Context.current().isProcess);
        });
    long request = one(all, "Process", "name", "request").getLong("id");
    RecordedEvent inline = one(all, "Process", "name", "inline");
    assertPart(inline, request, request);
    assertPart(one(all, "Block", "label", "inside"), request, inline.getLong("id"));
    assertPart(one(all, "Block", "label", "after"), request, request);
  }

  @Test
  void aPartThatEndsTwice_orOnAnotherThread_endsNoOther() throws Throwable {
    List<RecordedEvent> all =
        during(() -> {
          Span first = sender("first");
          Span second = Span.request("second", null);
          first.close();
          assertSame(second, Span.current());
          Thread other =
              new Thread(() -> {
                Span third = Span.request("third", null);
                second.close();
                assertSame(third, Span.current());
                third.close();
              });
          other.start();
          other.join();
          second.close();
          assertNull(Span.current());
          Span apart = first.beginApart("flow", "apart");
          apart.close();
          apart.close();
        });
    for (String name : List.of("first", "second", "third", "apart")) {
      one(all, "Process", "name", name);
    }
  }

  @Test
  void partsOfAnEarlierRecording_areNotInTheNext() throws Throwable {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    AtomicReference<Span> next = new AtomicReference<>();
    AtomicReference<Thread> server = new AtomicReference<>();
    List<RecordedEvent> first =
        during(() -> {
          Span request = sender("request");
          Runnable body =
              () -> {
                request.reached("old", 1);
                reached.countDown();
                try {
                  goesOn.await();
                } catch (InterruptedException end) {
                  throw new AssertionError(end);
                }
                next.get().reached("new", 1);
              };
          server.set(Thread.startVirtualThread(Span.process(() -> "server", body)));
          reached.await();
        });
    one(first, "UnfinishedProcess", "name", "old");
    List<RecordedEvent> second =
        during(() -> {
          next.set(sender("request"));
          goesOn.countDown();
          server.get().join();
        });
    one(second, "Process", "name", "new");
    assertTrue(
        second.stream()
            .noneMatch(event -> event.hasField("name") && "old".equals(event.getString("name"))),
        second::toString);
  }

  @Test
  void anotherProgramsRequest_continues_andIsPassedOn() throws Throwable {
    String header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    AtomicReference<String> continued = new AtomicReference<>();
    AtomicReference<String> own = new AtomicReference<>();
    List<RecordedEvent> all =
        during(() -> {
          Span request = Span.request("GET /", header);
          worker.call("block", () -> continued.set(Span.traceparent()));
          request.close();
          worker.call("own", () -> own.set(Span.traceparent()));
          assertNull(Span.traceparent());
        });
    RecordedEvent root = one(all, "Process", "name", "GET /");
    assertEquals("0af7651916cd43dd8448eb211c80319c", root.getString("trace"));
    assertEquals("b7ad6b7169203331", root.getString("remoteParent"));
    assertTrue(
        continued.get().matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01"),
        continued::get);
    long id = one(all, "Block", "label", "own").getLong("id");
    // Another test may have loaded core a second time, as a program of its own.
    List<String> headers =
        of(all, "Program").stream()
            .map(program -> program.getString("trace"))
            .map(
                trace -> "00-%s%016x-%016x-01".formatted(trace, id, Long.parseLong(trace, 16) ^ id))
            .toList();
    assertTrue(headers.contains(own.get()), () -> own + " is none of " + headers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x"
      })
  void headersThatTheStandardDoesNotAllow_areIgnored(String header) {
    assertNull(TraceParent.parse(header));
  }

  @Test
  void aHeaderOfALaterVersion_mayHaveMoreFields() {
    assertEquals(
        new Span.Remote(0x0af7651916cd43ddL, 0x8448eb211c80319cL, 0xb7ad6b7169203331L),
        TraceParent.parse("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"));
  }

  @Test
  void withoutARecording_nothingIsFollowed() {
    Runnable body = () -> {};
    assertNull(Span.request("request", null));
    assertNull(Span.current());
    assertNull(Span.traceparent());
    assertSame(body, Span.process(() -> "never called", body));
    Span.accepted("acceptor", "connection");
    Span.pauses("channel");
    assertNull(Context.current().span);
  }
}
