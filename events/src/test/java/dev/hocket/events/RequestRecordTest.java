package dev.hocket.events;

import static dev.hocket.core.RecordedRequests.assertPart;
import static dev.hocket.core.RecordedRequests.block;
import static dev.hocket.core.RecordedRequests.during;
import static dev.hocket.core.RecordedRequests.of;
import static dev.hocket.core.RecordedRequests.process;
import static dev.hocket.core.RecordedRequests.processes;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.RecordedRequests.Code;
import dev.hocket.core.ResumableBody;
import dev.hocket.core.Span;
import dev.hocket.core.Steps;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.events.io.Acceptor;
import dev.hocket.events.io.Connection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a recording follows a request through processes and messages. */
@Timeout(600)
class RequestRecordTest {
  /** A way for a message to go from a process of a request to one that works for none. */
  private interface Way {
    Object receive(Channel<Object> channel) throws InterruptedException;
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
            Thread client =
                scope.spawn(() -> {
                  orders.send("a");
                  assertEquals("a!", replies.recv());
                });
            scope.join();
            // The process is recorded as its thread ends, after the scope has noticed its end.
            client.join();
          }
          request.close();
          server.interrupt();
          server.join();
        });
    RecordedEvent request = process(all, "request");
    RecordedEvent client =
        of(all, "Process").stream()
            .filter(event -> event.getString("name").startsWith("RequestRecordTest.java:"))
            .findAny()
            .orElseThrow();
    assertPart(client, request, request);
    RecordedEvent message = process(all, "receive from channel orders");
    assertEquals("message", message.getString("kind"));
    assertPart(message, request, client);
    assertPart(block(all, "works"), request, message);
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
        List<RecordedEvent> received =
            processes(all, "message").stream()
                .filter(event -> event.getString("name").equals("receive from channel c"))
                .toList();
        List<Long> requests =
            processes(all, "request").stream().map(event -> event.getLong("id")).sorted().toList();
        assertEquals(5, requests.size());
        assertEquals(
            requests,
            received.stream().map(event -> event.getLong("request")).sorted().toList(),
            () -> way.getKey() + " " + all);
      }
    }
  }

  @Test
  void aMessageOfNoRequest_endsTheLastOnesRequest() throws Exception {
    Channel<String> channel = new Channel<>("c");
    Worker worker = Targets.create("no-request-record", 1);
    List<RecordedEvent> all =
        during(() -> {
          Thread server =
              Events.spawn(() -> {
                for (int i = 0; i < 3; i++) {
                  String message = channel.recv();
                  worker.call("got " + message, () -> {});
                }
              });
          request("first", () -> channel.send("b0"));
          channel.send("b1");
          channel.send(null);
          server.join();
        });
    RecordedEvent message = process(all, "receive from channel c");
    RecordedEvent first = process(all, "first");
    assertPart(message, first, first);
    assertPart(block(all, "got b0"), first, message);
    for (String label : List.of("got b1", "got null")) {
      RecordedEvent own = block(all, label);
      assertEquals(own.getLong("id"), own.getLong("request"), own::toString);
    }
    worker.shutdown(Duration.ofMinutes(2));
  }

  /** A channel that is filled while a recording runs can be emptied after it, and the reverse. */
  @Test
  void valuesWithAndWithoutARequest_passThroughOneChannel() throws Exception {
    Channel<String> channel = Channel.buffered("c", 3);
    Mailbox<String> mailbox = new Mailbox<>("m");
    channel.send("before");
    mailbox.send("before");
    during(() -> {
      channel.send("while");
      mailbox.send("while");
    });
    channel.send("after");
    mailbox.send("after");
    for (String value : List.of("before", "while", "after")) {
      assertEquals(value, channel.recv());
      assertEquals(value, mailbox.recvEvt().wrap(got -> got).sync());
    }
  }

  @Test
  void allTypes_passPlainValues_toThreadsAndHandlers() throws Exception {
    Channel<String> channel = new Channel<>("c");
    Mailbox<String> mailbox = new Mailbox<>("m");
    Multicast<String> news = new Multicast<>("news");
    Rpc<String, String> rpc = new Rpc<>("twice", argument -> argument + argument);
    Worker worker = Targets.create("types-record", 1);
    List<Object> got = Collections.synchronizedList(new ArrayList<>());
    during(() -> {
      Thread server = Events.spawn(rpc::serve);
      try (Multicast.Listener<String> listener = news.listen(1, Overflow.WAIT)) {
        List<Code> sends =
            List.of(
                () -> channel.send("channel"),
                () -> channel.aSendEvt("transferred").aTrans().sync(),
                () -> mailbox.send("mailbox"),
                () -> news.send("news"));
        List<Code> receives =
            List.of(
                () -> got.add(channel.recv()),
                () -> got.add(choose(channel.recvEvt(), never()).sync()),
                () -> got.add(mailbox.recv()),
                () -> got.add(listener.recv()));
        List<ResumableBody> handlers =
            List.of(
                co -> HandlerTest.complete(co, channel.recv(co)),
                co -> HandlerTest.complete(co, choose(channel.recvEvt(), never()).sync(co)),
                co -> HandlerTest.complete(co, mailbox.recv(co)),
                co -> HandlerTest.complete(co, listener.recv(co)));
        for (int i = 0; i < sends.size(); i++) {
          Code send = sends.get(i);
          Code receive = receives.get(i);
          Thread receiver = Events.spawn(() -> run(receive));
          request("to a thread", () -> Events.spawn(() -> run(send)));
          receiver.join();
          Steps handler = Steps.of(handlers.get(i), co -> got.add(co.takeReference()));
          Block suspended = worker.submit("Handler.java:" + i, handler.body());
          request("to a handler", () -> Events.spawn(() -> run(send)));
          suspended.join();
        }
        request("call", () -> got.add(rpc.call("a")));
        Steps calls =
            Steps.of(
                co -> HandlerTest.complete(co, rpc.call("b", co)),
                co -> got.add(co.takeReference()));
        worker.call("Calls.java:1", calls.body());
      }
      server.interrupt();
      server.join();
    });
    assertEquals(
        List.of(
            "channel",
            "channel",
            "transferred",
            "transferred",
            "mailbox",
            "mailbox",
            "news",
            "news",
            "aa",
            "bb"),
        got);
    worker.shutdown(Duration.ofMinutes(2));
  }

  static void run(Code code) throws InterruptedException {
    try {
      code.run();
    } catch (InterruptedException | RuntimeException end) {
      throw end;
    } catch (Exception impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void theActionsOfAnAsynchronousSend_belongToTheSender() throws Exception {
    Channel<String> channel = new Channel<>("c");
    Channel<String> seen = new Channel<>("seen");
    List<RecordedEvent> all =
        during(() -> {
          Code single =
              () -> channel.aSendEvt("1").aTap(sent -> seen.send("" + Span.current())).aSync();
          Code choice =
              () ->
                  Events.aChoose(channel.aSendEvt("2"), channel.aSendEvt("3"))
                      .aTap(sent -> seen.send("" + Span.current()))
                      .aSync();
          for (Code send : List.of(single, choice)) {
            AtomicReference<Span> sender = new AtomicReference<>();
            request(
                "sends",
                () -> {
                  sender.set(Span.current());
                  send.run();
                });
            request("receives", channel::recv);
            assertEquals(requestOf("" + sender.get()), requestOf(seen.recv()));
          }
        });
    assertEquals(4, processes(all, "request").size());
  }

  private static String requestOf(String span) {
    return span.replaceFirst(".* request ", "");
  }

  /** What a connection's readiness, or a listener's room, brings is no message. */
  @Test
  void tokens_endNoRequest() throws Exception {
    Multicast<String> news = new Multicast<>("news");
    Worker worker = Targets.create("tokens-record", 1);
    List<RecordedEvent> all =
        during(() -> {
          try (Multicast.Listener<String> listener = news.listen(1, Overflow.WAIT)) {
            news.send("before");
            Thread server =
                Events.spawn(() -> {
                  listener.recv();
                  listener.recv();
                  worker.call("of the message", () -> {});
                });
            request("sends", () -> news.send("rain"));
            server.join();
          }
        });
    RecordedEvent sends = process(all, "sends");
    assertPart(block(all, "of the message"), sends, processes(all, "message").getFirst());
    worker.shutdown(Duration.ofMinutes(2));
  }

  static void request(String name, Code code) throws Exception {
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
          AtomicReference<Thread> waits = new AtomicReference<>();
          request(
              "waits",
              () ->
                  waits.set(
                      Events.spawn(() ->
                          assertThrows(
                              ChannelClosedException.class, () -> channel.send("waits")))));
          Eventually.holds(() -> waits.get().getState() == Thread.State.WAITING);
          assertEquals(List.of("held", "too", "waits"), channel.fail(new Exception("end")));
          waits.get().join();
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
    List<RecordedEvent> parts = of(all, "Process");
    RecordedEvent connection = processes(all, "connection").getFirst();
    assertEquals(connection.getLong("id"), connection.getLong("request"));
    assertTrue(
        parts.stream()
            .anyMatch(event ->
                event.getString("kind").equals("process")
                    && event.getLong("request") == connection.getLong("id")),
        parts::toString);
  }
}
