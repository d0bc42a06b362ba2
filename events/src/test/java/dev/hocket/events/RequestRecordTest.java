package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Span;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.io.Acceptor;
import dev.hocket.events.io.Connection;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a recording follows a request through processes and messages. */
@Timeout(600)
class RequestRecordTest {
  /** A piece of a program. */
  private interface Code {
    void run() throws Exception;
  }

  /** A way for a message to go from a process of a request to one that works for none. */
  private interface Way {
    Object receive(Channel<Object> channel) throws InterruptedException;
  }

  private static List<RecordedEvent> during(Code program) throws Exception {
    try (Recording recording = new Recording()) {
      for (String type : List.of("Block", "Process", "Wait")) {
        recording.enable("dev.hocket." + type).withThreshold(Duration.ZERO);
      }
      recording.start();
      program.run();
      recording.stop();
      Path file = Files.createTempFile("hocket", ".jfr");
      try {
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
      } finally {
        Files.delete(file);
      }
    }
  }

  private static RecordedEvent process(List<RecordedEvent> all, String name) {
    List<RecordedEvent> found =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Process"))
            .filter(event -> event.getString("name").equals(name))
            .toList();
    assertEquals(1, found.size(), () -> name + " in " + all);
    return found.getFirst();
  }

  private static void assertPart(RecordedEvent part, RecordedEvent of, RecordedEvent parent) {
    assertEquals(of.getLong("id"), part.getLong("request"), part::toString);
    assertEquals(parent.getLong("id"), part.getLong("parent"), part::toString);
  }

  @Test
  void aRequest_isFollowedThroughProcessesAndMessages() throws Exception {
    Channel<String> orders = new Channel<>("orders");
    Channel<String> replies = new Channel<>("replies");
    Worker worker = Targets.create("request-record", 1);
    List<RecordedEvent> all =
        during(() -> {
          Thread server =
              Events.spawn(() -> {
                while (true) {
                  String order = orders.recv();
                  worker.call("works", () -> {});
                  replies.send(order + "!");
                }
              });
          Span request = Span.request("request", null);
          try (Scope scope = Scope.open("client")) {
            scope.spawn(() -> {
              orders.send("a");
              assertEquals("a!", replies.recv());
            });
            scope.join();
          }
          request.close();
          server.interrupt();
          server.join();
        });
    RecordedEvent request = process(all, "request");
    RecordedEvent client =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Process"))
            .filter(event -> event.getString("name").startsWith("RequestRecordTest.java:"))
            .findAny()
            .orElseThrow();
    assertPart(client, request, request);
    RecordedEvent message = process(all, "receive from channel orders");
    assertEquals("message", message.getString("kind"));
    assertPart(message, request, client);
    RecordedEvent block =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Block"))
            .findAny()
            .orElseThrow();
    assertPart(block, request, message);
    // The client works for the request anyway, so the reply begins no part.
    assertFalse(
        all.stream()
            .anyMatch(event ->
                event.hasField("name")
                    && "receive from channel replies".equals(event.getString("name"))));
    worker.shutdown(Duration.ofMinutes(2));
  }

  /** A value arrives as it was sent, and brings its request, whatever the form of the receive. */
  @Test
  void allFormsOfReceives_takeTheValueAndItsRequest() throws Exception {
    Map<String, Way> ways = new TreeMap<>();
    ways.put("recv", Channel::recv);
    ways.put("event", channel -> channel.recvEvt().sync());
    ways.put("choice", channel -> choose(never(), channel.recvEvt()).sync());
    ways.put(
        "poll",
        channel -> {
          AtomicReference<Object> value = new AtomicReference<>();
          Eventually.holds(() -> channel.recvPoll(value::set));
          return value.get();
        });
    for (Map.Entry<String, Way> way : ways.entrySet()) {
      for (Channel<Object> channel :
          List.of(new Channel<Object>("c"), Channel.<Object>limited("c", 3, Overflow.WAIT))) {
        List<RecordedEvent> all =
            during(() -> {
              // Each sender is a request of its own.
              request("send", () -> Events.spawn(() -> channel.send("1")));
              assertEquals("1", taken(channel, way.getValue()), way.getKey());
              request("send event", () -> Events.spawn(() -> channel.sendEvt("2").sync()));
              assertEquals("2", taken(channel, way.getValue()), way.getKey());
              request(
                  "send choice",
                  () -> Events.spawn(() -> choose(channel.sendEvt("3"), never()).sync()));
              assertEquals("3", taken(channel, way.getValue()), way.getKey());
              request("asynchronous", () -> channel.aSend("4"));
              assertEquals("4", taken(channel, way.getValue()), way.getKey());
              request("asynchronous event", () -> channel.aSendEvt("5").aSync());
              assertEquals("5", taken(channel, way.getValue()), way.getKey());
            });
        long received =
            all.stream()
                .filter(event -> event.getEventType().getName().equals("dev.hocket.Process"))
                .filter(event -> event.getString("kind").equals("message"))
                .filter(event -> event.getString("name").equals("receive from channel c"))
                .count();
        assertEquals(5, received, () -> way.getKey() + " " + all);
      }
    }
  }

  private static void request(String name, Code code) throws Exception {
    Span request = Span.request(name, null);
    code.run();
    request.close();
  }

  /** Receives on a process that works for no request. */
  private static Object taken(Channel<Object> channel, Way way) throws InterruptedException {
    AtomicReference<Object> value = new AtomicReference<>();
    Events.spawn(() -> value.set(way.receive(channel))).join();
    return value.get();
  }

  @Test
  void lostValues_listenersAndActions_getThePlainValue() throws Exception {
    Channel<String> channel = new Channel<>("c");
    Multicast<String> news = new Multicast<>("news");
    List<RecordedEvent> all =
        during(() -> {
          request(
              "request",
              () -> {
                channel.aSend("held");
                channel.aSend("too");
              });
          assertEquals(List.of("held", "too"), channel.fail(new Exception("end")));
          try (Multicast.Listener<String> listener = news.listen()) {
            request("send to all", () -> news.send("rain"));
            AtomicReference<String> heard = new AtomicReference<>();
            Events.spawn(() -> heard.set(listener.recv())).join();
            assertEquals("rain", heard.get());
          }
          Channel<String> acted = new Channel<>("acted");
          IVar<String> seen = new IVar<>();
          // The action works for the request of the message, on whatever thread it begins.
          acted.aRecvEvt().aTap(value -> seen.put(value + " " + (Span.current() != null))).aSync();
          request("for an action", () -> acted.aSend("value"));
          assertEquals("value true", seen.get());
          request("before an action", () -> acted.aSend("again"));
          Channel<String> later = new Channel<>("later");
          acted
              .aRecvEvt()
              .aTap(value -> later.send(value + " " + (Span.current() != null)))
              .aSync();
          assertEquals("again true", later.recv());
          // This thread is no process: what it does next has nothing to do with the message.
          assertNull(Span.current());
        });
    RecordedEvent sent = process(all, "send to all");
    assertPart(process(all, "receive from channel of multicast news"), sent, sent);
  }

  @Test
  void anAcceptedConnection_beginsARequest() throws Exception {
    List<RecordedEvent> all =
        during(() -> {
          try (Acceptor acceptor = Acceptor.bind(new InetSocketAddress("127.0.0.1", 0), 8)) {
            Thread server =
                Events.spawn(() -> {
                  try (Connection _ = acceptor.acceptEvt().sync()) {
                    Events.spawn(() -> {}).join();
                  } catch (java.io.IOException impossible) {
                    throw new AssertionError(impossible);
                  }
                });
            try (Connection _ = Connection.connectEvt(acceptor.address()).sync()) {
              server.join();
            }
          }
        });
    List<RecordedEvent> parts =
        all.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Process"))
            .toList();
    RecordedEvent connection =
        parts.stream()
            .filter(event -> event.getString("kind").equals("connection"))
            .findAny()
            .orElseThrow();
    assertEquals(connection.getLong("id"), connection.getLong("request"));
    assertTrue(
        parts.stream()
            .anyMatch(event ->
                event.getString("kind").equals("process")
                    && event.getLong("request") == connection.getLong("id")),
        parts::toString);
  }
}
