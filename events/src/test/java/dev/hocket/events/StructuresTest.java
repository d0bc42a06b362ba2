package dev.hocket.events;

import static dev.hocket.events.Events.aChoose;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.spawn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests structures built on asynchronous events: mailboxes, multicast channels, calls. */
@Timeout(300)
class StructuresTest {
  private final RuntimeException cause = new IllegalStateException("broken");

  @Test
  void aMailbox_keepsEverythingInOrder() throws Exception {
    Mailbox<Integer> mailbox = new Mailbox<>("m");
    for (int i = 0; i < 1000; i++) {
      mailbox.send(i);
    }
    for (int i = 0; i < 1000; i++) {
      assertEquals(i, i % 2 == 0 ? mailbox.recv() : select(mailbox.recvEvt(), Events.never()));
    }
    mailbox.close();
    assertThrows(ChannelClosedException.class, mailbox::recv);
  }

  @Test
  void aMailboxSend_isAnEventWithActionsAndInChoices() throws Exception {
    Mailbox<String> mailbox = new Mailbox<>("m");
    LinkedBlockingQueue<String> consumed = new LinkedBlockingQueue<>();
    assertEquals(
        "left",
        aChoose(mailbox.aSendEvt("x").sWrap(v -> "left").aWrap(v -> consumed.add("taken")))
            .aSync());
    assertEquals("x", mailbox.recv());
    assertEquals("taken", consumed.take());
    Running<String> receiver = Running.start(mailbox::recv);
    choose(mailbox.aSendEvt("y").aTrans(), Events.never()).sync();
    assertEquals("y", receiver.get());
  }

  @Test
  void toString_isTheNameInMessages() {
    Mailbox<Integer> mailbox = new Mailbox<>("jobs");
    Multicast<Integer> multicast = new Multicast<>("news");
    Rpc<Integer, Integer> rpc = new Rpc<>("twice", argument -> 2 * argument);
    mailbox.close();
    multicast.close();
    rpc.close();
    assertSays("jobs", mailbox, () -> mailbox.send(1));
    assertSays("news", multicast, () -> multicast.send(1));
    assertSays("twice", rpc, () -> rpc.call(1));
  }

  private static void assertSays(String name, Object closed, Executable use) {
    String message = assertThrows(ChannelClosedException.class, use).getMessage();
    assertTrue(closed.toString().endsWith(name), closed.toString());
    assertTrue(message.contains(closed.toString()), message);
  }

  @Test
  void pendingCounts_showWhichStageIsSlow() throws Exception {
    Mailbox<Integer> mailbox = new Mailbox<>("m");
    Multicast<Integer> multicast = new Multicast<>("m");
    Multicast.Listener<Integer> slow = multicast.listen();
    Multicast.Listener<Integer> quick = multicast.listen();
    for (int i = 1; i <= 3; i++) {
      mailbox.send(i);
      multicast.send(i);
      quick.recv();
    }
    assertEquals(List.of(3, 3, 0), List.of(mailbox.pending(), slow.pending(), quick.pending()));
  }

  @Test
  void listenersThatComeAndGo_doNotPileUpWhileNothingIsSent() throws Exception {
    Multicast<Integer> multicast = new Multicast<>();
    Multicast.Listener<Integer> lasting = multicast.listen();
    for (int i = 0; i < 1_000; i++) {
      multicast.listen().close();
    }
    assertEquals(1, multicast.size());
    multicast.send(1);
    assertEquals(1, lasting.recv());
  }

  @Test
  void aMulticast_reachesAllListenersInOneOrder() throws Exception {
    Multicast<Integer> multicast = new Multicast<>();
    List<Multicast.Listener<Integer>> listeners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      listeners.add(multicast.listen());
    }
    List<Running<Void>> senders = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      int from = s * 1000;
      senders.add(
          Running.start(() -> {
            for (int i = 0; i < 300; i++) {
              multicast.send(from + i);
            }
            return null;
          }));
    }
    List<List<Integer>> got = new ArrayList<>();
    for (Multicast.Listener<Integer> listener : listeners) {
      List<Integer> mine = new ArrayList<>();
      for (int i = 0; i < 900; i++) {
        mine.add(listener.recv());
      }
      got.add(mine);
    }
    for (List<Integer> mine : got) {
      assertEquals(got.getFirst(), mine);
    }
    assertEquals(900, got.getFirst().stream().distinct().count());
  }

  @Test
  void aListener_getsWhatIsSentWhileItListens() throws Exception {
    Multicast<Integer> multicast = new Multicast<>();
    multicast.send(1);
    Multicast.Listener<Integer> listener = multicast.listen();
    multicast.send(2);
    listener.close();
    multicast.send(3);
    assertEquals(2, listener.recv());
    assertThrows(ChannelClosedException.class, listener::recv);
    assertEquals(0, multicast.size());
  }

  @Test
  void aCall_isCarriedOutByTheServer() throws Exception {
    Rpc<Integer, Thread> rpc = new Rpc<>(argument -> Thread.currentThread());
    Thread server =
        spawn(() -> {
          while (true) {
            rpc.entryEvt().sync();
          }
        });
    assertSame(server, rpc.call(1));
    assertSame(server, select(rpc.callEvt(2), Events.never()));
    server.interrupt();
    Events.joinEvt(server).sync();
  }

  @Test
  void manyCalls_getTheirOwnReturns() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>(argument -> argument * 2);
    Thread server =
        spawn(() -> {
          while (true) {
            rpc.entryEvt().sync();
          }
        });
    List<Running<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int argument = i;
      clients.add(Running.start(() -> rpc.call(argument)));
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(2 * i, clients.get(i).get());
    }
    server.interrupt();
  }

  @Test
  void anExceptionOfACall_reachesTheClientAndTheServerContinues() throws Exception {
    RuntimeException oops = new RuntimeException("oops");
    Rpc<Integer, Integer> rpc =
        new Rpc<>(argument -> {
          if (argument < 0) {
            throw oops;
          }
          return argument;
        });
    Thread server =
        spawn(() -> {
          while (true) {
            rpc.entryEvt().sync();
          }
        });
    assertSame(oops, assertThrows(RuntimeException.class, () -> rpc.call(-1)));
    assertEquals(5, rpc.call(5));
    server.interrupt();
  }

  @Test
  void aClosedMailbox_servesWhatIsLeftToForEach() throws Exception {
    Mailbox<Integer> mailbox = new Mailbox<>("m");
    mailbox.send(1);
    mailbox.send(null);
    mailbox.close();
    List<Integer> got = new ArrayList<>();
    mailbox.forEach(got::add);
    assertEquals(Arrays.asList(1, null), got);
  }

  @Test
  void aMailboxThatFails_returnsWhatIsLeft() {
    Mailbox<Integer> mailbox = new Mailbox<>("m");
    mailbox.send(1);
    assertEquals(List.of(1), mailbox.fail(cause));
    assertEnded(cause, () -> mailbox.send(2));
    assertEnded(cause, mailbox::recv);
    assertEnded(cause, () -> mailbox.forEach(value -> {}));
  }

  @Test
  void aClosedMulticast_givesListenersWhatWasSentBefore() throws Exception {
    Multicast<Integer> multicast = new Multicast<>("news");
    Multicast.Listener<Integer> before = multicast.listen();
    multicast.send(1);
    multicast.send(2);
    multicast.close();
    multicast.close();
    List<Integer> got = new ArrayList<>();
    before.forEach(got::add);
    assertEquals(List.of(1, 2), got);
    ChannelClosedException refused = assertEnded(null, () -> multicast.send(3));
    assertEquals("multicast news", refused.channel());
    assertEnded(null, multicast.listen()::recv);
  }

  @Test
  void aMulticastThatFails_failsItsListeners() throws Exception {
    Multicast<Integer> multicast = new Multicast<>();
    Multicast.Listener<Integer> behind = multicast.listen();
    multicast.send(1);
    Running<Integer> waits = Running.start(multicast.listen()::recv);
    multicast.fail(cause);
    assertEnded(cause, waits::get);
    assertEnded(cause, behind::recv);
    assertEnded(cause, multicast.listen()::recv);
    assertEnded(cause, () -> multicast.send(2));
  }

  @Test
  void aFailureOfAMulticast_replacesOnlyAClose() throws Exception {
    Multicast<Integer> multicast = new Multicast<>();
    Multicast.Listener<Integer> behind = multicast.listen();
    multicast.send(1);
    multicast.close();
    multicast.fail(cause);
    multicast.fail(new IllegalStateException("later"));
    multicast.close();
    assertEnded(cause, behind::recv);
    assertEnded(cause, multicast.listen()::recv);
    assertEnded(cause, () -> multicast.send(2));
  }

  @Test
  void aServerOfAClosedProcedure_servesTheCallsThatWait() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>("double", argument -> argument * 2);
    List<Running<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int argument = i;
      waiting.add(Running.start(() -> rpc.call(argument)));
    }
    Eventually.holds(() -> Events.dump().contains("of procedure double: 3 wait"));
    rpc.close();
    assertEnded(null, () -> rpc.call(4));
    rpc.serve();
    for (int i = 0; i < 3; i++) {
      assertEquals(2 * i, waiting.get(i).get());
    }
    assertEnded(null, rpc.entryEvt()::sync);
  }

  @Test
  void aProcedureThatFails_failsTheCallsThatWait() throws Exception {
    Rpc<Integer, Integer> rpc = new Rpc<>("broken", argument -> argument);
    Running<Integer> waiting = Running.start(() -> rpc.call(1));
    Eventually.holds(() -> Events.dump().contains("of procedure broken: 1 wait"));
    rpc.fail(cause);
    assertEnded(cause, waiting::get);
    assertEnded(cause, rpc::serve);
    assertEnded(cause, () -> rpc.call(2));
  }

  private static ChannelClosedException assertEnded(Throwable cause, Executable operation) {
    ChannelClosedException end = assertThrows(ChannelClosedException.class, operation);
    assertSame(cause, end.getCause());
    return end;
  }
}
