package dev.hocket.events;

import static dev.hocket.core.RecordedRequests.assertBefore;
import static dev.hocket.core.RecordedRequests.assertPart;
import static dev.hocket.core.RecordedRequests.block;
import static dev.hocket.core.RecordedRequests.during;
import static dev.hocket.core.RecordedRequests.of;
import static dev.hocket.core.RecordedRequests.one;
import static dev.hocket.core.RecordedRequests.process;
import static dev.hocket.core.RecordedRequests.processes;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.RequestRecordTest.request;
import static dev.hocket.events.RequestRecordTest.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.RecordedRequests.Code;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.io.Acceptor;
import dev.hocket.events.io.Connection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests where the recorded work on a message or connection ends. */
@Timeout(600)
class MessageRecordTest {
  /** Work on a message ends where the wait for the next one begins, and not at any other wait. */
  @Test
  void aMessagesPart_endsAtTheWaitForTheNext() throws Exception {
    Channel<String> channel = new Channel<>("c");
    Channel<String> polled = new Channel<>("polled");
    Worker worker = Targets.create("ends-record", 2);
    List<RecordedEvent> all =
        during(() -> {
          Thread server =
              Events.spawn(() -> {
                channel.recv();
                worker.call("for the first", () -> {});
                channel.recv();
                Events.alwaysEvt("no message").sync();
                worker.call("for the second", () -> {});
                Eventually.holds(() -> polled.recvPoll(value -> {}));
              });
          request("first", () -> channel.send("1"));
          Eventually.holds(() -> server.getState() == Thread.State.WAITING && !worker.isBusy());
          worker.call("meanwhile", () -> {});
          request("third", () -> polled.aSend("3"));
          request("second", () -> channel.send("2"));
          server.join();
        });
    long one = process(all, "first").getLong("id");
    long two = process(all, "second").getLong("id");
    List<RecordedEvent> messages = processes(all, "message");
    RecordedEvent first = ofRequest(messages, one);
    RecordedEvent second = ofRequest(messages, two);
    assertFalse(first.getEndTime().isBefore(block(all, "for the first").getEndTime()));
    assertFalse(first.getEndTime().isAfter(block(all, "meanwhile").getStartTime()));
    assertFalse(second.getEndTime().isBefore(block(all, "for the second").getEndTime()));
    worker.shutdown(Duration.ofMinutes(2));
  }

  private static void awaitParked(Thread thread) {
    Eventually.holds(() -> thread.getState().name().endsWith("WAITING"));
  }

  /** The recording shows each wait that does not end, but not the wait for the next message. */
  @Test
  void aPartThatWaitsForAnythingElse_isUnfinished_andSaysForWhat() throws Exception {
    try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 8);
        Connection _ = Connection.connectEvt(acceptor.address()).sync();
        Connection silent = acceptor.acceptEvt().sync()) {
      Map<String, Code> waits = new TreeMap<>();
      waits.put("read of", new IVar<String>()::get);
      waits.put("take of M-variable", new MVar<String>()::take);
      waits.put("receive from channel replies", new Channel<String>("replies")::recv);
      waits.put("choice of 2", choose(new Channel<>("r").recvEvt(), never())::sync);
      waits.put("send to channel full", () -> new Channel<String>("full").send("1"));
      waits.put("time out after", () -> Events.timeOutEvt(Duration.ofHours(1)).sync());
      waits.put("send to channel of procedure stock", () -> new Rpc<>("stock", q -> q).call("1"));
      waits.put("receive from channel read from", silent.readEvt(ByteBuffer.allocate(1))::sync);
      Map<String, Channel<String>> orders = new TreeMap<>();
      Map<String, Thread> servers = new TreeMap<>();
      List<RecordedEvent> all =
          during(() -> {
            waits.forEach((what, wait) -> {
              Channel<String> order = new Channel<>("orders, then " + what);
              orders.put(what, order);
              servers.put(what, Events.spawn(() -> receiveAndRun(order, wait)));
            });
            Channel<String> again = new Channel<>("orders");
            orders.put("idle", again);
            servers.put("idle", Events.spawn(() -> receiveAndRun(again, again::recv)));
            for (String what : orders.keySet()) {
              request(what, () -> orders.get(what).send("order"));
              awaitParked(servers.get(what));
            }
          });
      servers.values().forEach(Thread::interrupt);
      for (Thread server : servers.values()) {
        server.join();
      }
      for (String what : waits.keySet()) {
        String name = "receive from channel orders, then " + what;
        RecordedEvent part = one(all, "UnfinishedProcess", "name", name);
        assertEquals(part.getLong("age"), part.getLong("runTime"), part::toString);
        assertTrue(part.getLong("waitTime") > 0, part::toString);
        assertTrue(part.getString("what").startsWith(what), part::toString);
      }
      RecordedEvent idle = one(all, "UnfinishedProcess", "name", "receive from channel orders");
      assertTrue(idle.getLong("runTime") < idle.getLong("age"), idle::toString);
      assertEquals(0, idle.getLong("waitTime"), idle::toString);
      assertEquals("receive from channel orders", idle.getString("what"));
    }
  }

  private static void receiveAndRun(Channel<String> channel, Code code) {
    try {
      channel.recv();
      run(code);
    } catch (InterruptedException end) {
      // The test ends.
    }
  }

  /** A receive that fails is no next message, unless it is where the messages came from. */
  @Test
  void workAfterAReceiveThatFailed_belongsToTheMessage() throws Exception {
    Channel<String> orders = new Channel<>("orders");
    Channel<String> extras = new Channel<>("extras");
    Worker worker = Targets.create("failed-record", 1);
    Map<String, Code> waits = new TreeMap<>();
    waits.put("recv", extras::recv);
    waits.put("event", extras.recvEvt()::sync);
    waits.put("choice", choose(extras.recvEvt(), never())::sync);
    waits.put("wrapped", extras.recvEvt().wrap(value -> value)::sync);
    List<RecordedEvent> all =
        during(() -> {
          Thread server =
              Events.spawn(() -> {
                orders.recv();
                for (String wait : waits.keySet()) {
                  assertThrows(ChannelClosedException.class, waits.get(wait)::run);
                  worker.call("after " + wait, () -> {});
                }
                Events.prefer(orders.recvEvt(), Events.alwaysEvt("none")).sync();
                worker.call("after its own channel", () -> {});
              });
          request("request", () -> orders.send("order"));
          Eventually.holds(() -> extras.waiting() == 1);
          extras.close();
          server.join();
        });
    RecordedEvent request = process(all, "request");
    RecordedEvent message = process(all, "receive from channel orders");
    for (String wait : waits.keySet()) {
      RecordedEvent after = block(all, "after " + wait);
      assertPart(after, request, message);
      assertFalse(message.getEndTime().isBefore(after.getEndTime()), message::toString);
    }
    RecordedEvent own = block(all, "after its own channel");
    assertEquals(own.getLong("id"), own.getLong("request"), own::toString);
    worker.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aServerWhoseChannelIsClosed_hasNotWorkedWhileItWaited() throws Exception {
    Worker worker = Targets.create("closed-record", 1);
    for (boolean isInterrupted : List.of(true, false)) {
      Channel<String> orders = new Channel<>("orders");
      List<RecordedEvent> all =
          during(() -> {
            Thread server =
                Events.spawn(() -> {
                  try {
                    orders.forEach(order -> {});
                  } catch (InterruptedException end) {
                    // As intended.
                  }
                });
            request("request", () -> orders.send("order"));
            awaitParked(server);
            worker.call("meanwhile", () -> {});
            if (isInterrupted) {
              server.interrupt();
            } else {
              orders.close();
            }
            server.join();
          });
      assertBefore(process(all, "receive from channel orders"), block(all, "meanwhile"));
    }
    worker.shutdown(Duration.ofMinutes(2));
  }

  private static RecordedEvent ofRequest(List<RecordedEvent> parts, long request) {
    return parts.stream()
        .filter(event -> event.getLong("request") == request)
        .findAny()
        .orElseThrow();
  }

  @Test
  void workAfterAnInterruptedReceive_belongsToTheMessage() throws Exception {
    Worker worker = Targets.create("interrupted-record", 1);
    Channel<String> extras = new Channel<>("extras");
    Map<String, Code> waits = new TreeMap<>();
    waits.put("recv", extras::recv);
    waits.put("event", extras.recvEvt()::sync);
    waits.put("choice", choose(extras.recvEvt(), never())::sync);
    List<RecordedEvent> all =
        during(() -> {
          for (Map.Entry<String, Code> wait : waits.entrySet()) {
            Channel<String> orders = new Channel<>(wait.getKey());
            Thread server =
                Events.spawn(() -> {
                  orders.recv();
                  assertThrows(InterruptedException.class, wait.getValue()::run);
                  worker.call("after " + wait.getKey(), () -> {});
                });
            request("request", () -> orders.send("order"));
            Eventually.holds(() -> extras.waiting() == 1);
            server.interrupt();
            server.join();
          }
        });
    for (String wait : waits.keySet()) {
      RecordedEvent message = process(all, "receive from channel " + wait);
      RecordedEvent after = block(all, "after " + wait);
      assertEquals(message.getLong("id"), after.getLong("parent"));
      assertFalse(message.getEndTime().isBefore(after.getEndTime()), message::toString);
    }
    worker.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aConnectionsPart_endsAtTheWaitForTheNext() throws Exception {
    Worker worker = Targets.create("accepts-record", 1);
    AtomicInteger handled = new AtomicInteger();
    try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 8)) {
      AtomicReference<Thread> server = new AtomicReference<>();
      List<RecordedEvent> all =
          during(() -> {
            server.set(Events.spawn(() -> serve(acceptor, worker, handled)));
            for (int i = 1; i <= 2; i++) {
              int count = i;
              try (Connection _ = Connection.connectEvt(acceptor.address()).sync()) {
                Eventually.holds(() -> handled.get() == count);
                awaitParked(server.get());
              }
              worker.call("meanwhile " + i, () -> {});
            }
          });
      server.get().interrupt();
      server.get().join();
      long first = block(all, "handles 0").getLong("request");
      assertBefore(ofRequest(processes(all, "connection"), first), block(all, "meanwhile 1"));
      long second = block(all, "handles 1").getLong("request");
      RecordedEvent idle = ofRequest(of(all, "UnfinishedProcess"), second);
      assertTrue(idle.getLong("runTime") < idle.getLong("age"), idle::toString);
      assertEquals(0, idle.getLong("waitTime"), idle::toString);
    }
    worker.shutdown(Duration.ofMinutes(2));
  }

  private static void serve(Acceptor acceptor, Worker worker, AtomicInteger handled) {
    try {
      while (true) {
        try (Connection _ = acceptor.acceptEvt().sync()) {
          worker.call("handles " + handled.get(), () -> {});
        }
        handled.incrementAndGet();
      }
    } catch (InterruptedException end) {
      // The test ends.
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
