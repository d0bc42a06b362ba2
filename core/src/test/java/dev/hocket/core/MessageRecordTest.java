package dev.hocket.core;

import static dev.hocket.core.RecordedRequests.assertBefore;
import static dev.hocket.core.RecordedRequests.assertPart;
import static dev.hocket.core.RecordedRequests.during;
import static dev.hocket.core.RecordedRequests.of;
import static dev.hocket.core.RecordedRequests.one;
import static dev.hocket.core.RequestRecordTest.process;
import static dev.hocket.core.RequestRecordTest.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests where the recorded work on a message ends, and what is known of work that has not. */
@Timeout(300)
class MessageRecordTest {
  private final Worker worker = Targets.create(TargetKind.freshName(), 2);
  private final Worker other = Targets.create(TargetKind.freshName(), 2);

  @AfterEach
  void shutDown() throws InterruptedException {
    worker.shutdown(Duration.ofMinutes(2));
    other.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void processesMessagesAndConnections_areParts_andReplaceOneAnother() throws Throwable {
    List<RecordedEvent> all =
        during(() -> {
          List<Span> senders = new ArrayList<>();
          for (String name : List.of("one", "two")) {
            Span request = Span.request(name, null);
            senders.add(Span.current());
            request.close();
          }
          assertNull(Span.current());
          Thread server =
              Thread.startVirtualThread(
                  Span.process(
                      () -> "server",
                      () -> {
                        senders.get(0).reached("receive 1", 5);
                        worker.call("for 1", () -> {});
                        senders.get(1).reached("receive 2", 7);
                        worker.call("for 2", () -> {});
                        Span.accepted("acceptor", "connection");
                        worker.call("for it", () -> {});
                        senders.get(0).reached("receive 3", 9);
                        worker.call("still for it", () -> {});
                      }));
          server.join();
        });
    long one = one(all, "Process", "name", "one").getLong("id");
    long two = one(all, "Process", "name", "two").getLong("id");
    RecordedEvent first = one(all, "Process", "name", "receive 1");
    assertPart(first, one, one);
    assertEquals(5, first.getLong("queueTime"));
    assertPart(one(all, "Block", "label", "for 1"), one, first.getLong("id"));
    RecordedEvent second = one(all, "Process", "name", "receive 2");
    assertPart(second, two, two);
    assertPart(one(all, "Block", "label", "for 2"), two, second.getLong("id"));
    RecordedEvent connection = one(all, "Process", "name", "connection");
    assertPart(connection, connection.getLong("id"), -1);
    long id = connection.getLong("id");
    assertPart(one(all, "Block", "label", "for it"), id, id);
    assertPart(one(all, "Block", "label", "still for it"), id, id);
    assertBefore(first, second);
  }

  @Test
  void aProcessThatHasNotEnded_isInTheRecording_withItsWait() throws Throwable {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<Thread> spawned = new AtomicReference<>();
    Body wait = () -> Blocking.await(Wait.of("the gate", () -> gate.getCount() == 0));
    List<RecordedEvent> all =
        during(() -> {
          Span request = Span.request("request", null);
          Runnable body =
              Span.process(
                  () -> "hangs",
                  () -> {
                    try {
                      wait.run();
                    } catch (Throwable end) {
                      throw new AssertionError(end);
                    }
                  });
          spawned.set(Thread.startVirtualThread(body));
          request.close();
          Recorded.awaitParked(spawned.get());
        });
    gate.countDown();
    LockSupport.unpark(spawned.get());
    spawned.get().join();
    RecordedEvent hangs = one(all, "UnfinishedProcess", "name", "hangs");
    assertEquals("the gate", hangs.getString("what"));
    assertTrue(hangs.getLong("waitTime") > 0);
    assertTrue(hangs.getLong("age") >= hangs.getLong("waitTime"));
  }

  @Test
  void aServerThatIsIdle_hasNotWaitedForItsLastMessage() throws Throwable {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<Thread> server = new AtomicReference<>();
    Body wait = () -> Blocking.await(Wait.of("the next", () -> gate.getCount() == 0));
    List<RecordedEvent> all =
        during(() -> {
          Span request = sender("request");
          Runnable body =
              () -> {
                request.reached("last", 1);
                Span.pauses("last");
                try {
                  wait.run();
                } catch (Throwable end) {
                  throw new AssertionError(end);
                }
              };
          server.set(Thread.startVirtualThread(Span.process(() -> "server", body)));
          Recorded.awaitParked(server.get());
        });
    gate.countDown();
    LockSupport.unpark(server.get());
    server.get().join();
    RecordedEvent last = one(all, "UnfinishedProcess", "name", "last");
    assertEquals(0, last.getLong("waitTime"));
    assertEquals("the next", last.getString("what"));
    assertTrue(last.getLong("runTime") < last.getLong("age"), last::toString);
  }

  @Test
  void aProcessThatEndsInsteadOfReceiving_hasNotWorkedWhileItWaited() throws Throwable {
    for (boolean isSaid : List.of(true, false)) {
      CountDownLatch paused = new CountDownLatch(1);
      CountDownLatch ends = new CountDownLatch(1);
      List<RecordedEvent> all =
          during(() -> {
            Span request = sender("request");
            Thread server =
                process(() -> {
                  request.reached("orders", 1);
                  Span.pauses("orders");
                  paused.countDown();
                  ends.await();
                  if (isSaid) {
                    Span.resumes();
                  }
                  worker.call("after the end", () -> {});
                });
            paused.await();
            worker.call("meanwhile", () -> {});
            ends.countDown();
            server.join();
          });
      assertBefore(one(all, "Process", "name", "orders"), one(all, "Block", "label", "meanwhile"));
      RecordedEvent after = one(all, "Block", "label", "after the end");
      if (isSaid) {
        assertEquals(after.getLong("id"), after.getLong("request"));
      }
    }
  }

  @Test
  void aWaitForAnotherSource_isAWaitForAReply_unlessAnotherRequestComes() throws Throwable {
    List<RecordedEvent> all =
        during(() -> {
          Span one = sender("one");
          Span two = sender("two");
          Thread server =
              process(() -> {
                one.reached("orders", 1);
                Span.pauses("replies");
                one.reached("replies", 1);
                worker.call("for one", () -> {});
                Span.pauses("closed");
                Span.resumes();
                worker.call("still for one", () -> {});
                Span.pauses("more");
                worker.call("at the pause", () -> {});
                two.reached("more", 1);
                worker.call("for two", () -> {});
                Span.pauses("orders");
                worker.call("at the first pause", () -> {});
                Span.pauses("orders");
                two.reached("orders", 1);
                worker.call("again", () -> {});
              });
          server.join();
        });
    List<RecordedEvent> orders =
        of(all, "Process").stream()
            .filter(event -> "orders".equals(event.getString("name")))
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
    long one = one(all, "Process", "name", "one").getLong("id");
    long first = orders.getFirst().getLong("id");
    assertPart(one(all, "Block", "label", "for one"), one, first);
    assertPart(one(all, "Block", "label", "still for one"), one, first);
    assertBefore(orders.getFirst(), one(all, "Block", "label", "at the pause"));
    RecordedEvent more = one(all, "Process", "name", "more");
    assertPart(one(all, "Block", "label", "for two"), more.getLong("request"), more.getLong("id"));
    assertBefore(more, one(all, "Block", "label", "at the first pause"));
    RecordedEvent again = one(all, "Block", "label", "again");
    assertPart(again, more.getLong("request"), orders.getLast().getLong("id"));
  }

  @Test
  void aPartThatWaitsForAReply_isUnfinished_alsoAfterAWaitInTheMiddle() throws Throwable {
    CountDownLatch gate = new CountDownLatch(1);
    AtomicReference<Thread> server = new AtomicReference<>();
    CountDownLatch waits = new CountDownLatch(1);
    List<RecordedEvent> all =
        during(() -> {
          Span request = sender("request");
          server.set(
              process(() -> {
                request.reached("orders", 1);
                Span.pauses("replies");
                Blocking.call(
                    "the reply",
                    () -> {
                      Thread self = Thread.currentThread();
                      other.call("in the middle", () -> Recorded.awaitParked(self));
                      waits.countDown();
                      gate.await();
                      return null;
                    });
              }));
          waits.await();
        });
    gate.countDown();
    server.get().join();
    RecordedEvent hangs = one(all, "UnfinishedProcess", "name", "orders");
    assertEquals("the reply", hangs.getString("what"));
    assertTrue(hangs.getLong("waitTime") > 0, hangs::toString);
    assertEquals(hangs.getLong("age"), hangs.getLong("runTime"));
  }

  @Test
  void partsThatNeverEnd_fillNoMemory() throws Throwable {
    AtomicReference<Span> last = new AtomicReference<>();
    List<RecordedEvent> all =
        during(() -> {
          Span request = sender("request");
          for (int i = 0; i < 100_001; i++) {
            last.set(request.beginApart("flow", "" + i));
          }
        });
    List<RecordedEvent> open = of(all, "UnfinishedProcess");
    assertTrue(open.size() <= 100_000, () -> open.size() + " parts");
    one(open, "UnfinishedProcess", "name", "100000");
  }

  @Test
  void partsOfThreadsThatEnd_areInTheRecording() throws Throwable {
    AtomicReference<Span> apart = new AtomicReference<>();
    List<RecordedEvent> all =
        during(() -> {
          Span request = sender("request");
          Runnable receives =
              () -> {
                request.reached("message", 1);
                Span.pauses("another source");
              };
          Thread.startVirtualThread(receives).join();
          Thread begins = new Thread(() -> apart.set(request.beginApart("flow", "apart")));
          begins.start();
          begins.join();
        });
    RecordedEvent message = one(all, "UnfinishedProcess", "name", "message");
    assertTrue(message.getLong("runTime") < message.getLong("age"), message::toString);
    assertNull(one(all, "UnfinishedProcess", "name", "apart").getString("threadName"));
    apart.get().close();
  }
}
