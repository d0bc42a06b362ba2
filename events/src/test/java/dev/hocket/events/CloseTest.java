package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests the end of a channel, by a close and by a failure. */
@Timeout(300)
class CloseTest {
  private final Channel<Integer> c = new Channel<>("requests");
  private final RuntimeException cause = new IllegalStateException("disk full");

  @Test
  void afterClose_sendingFails() {
    c.close();
    assertClosed(() -> c.send(1), null);
    assertClosed(() -> c.sendEvt(1).sync(), null);
    assertClosed(() -> c.sendPoll(1), null);
    assertClosed(() -> c.aSend(1), null);
    assertTrue(c.isClosed());
  }

  @Test
  void afterClose_earlierValuesCanBeReceived() throws Exception {
    Channel<Integer> buffered = Channel.buffered("requests", 2);
    buffered.send(1);
    buffered.aSend(2);
    buffered.aSend(3);
    Running<Void> sender = Running.start(() -> buffered.sendEvt(4).sync());
    Eventually.holds(() -> buffered.pending() == 4);
    buffered.close();
    for (int i = 1; i <= 4; i++) {
      assertEquals(i, buffered.recv());
    }
    sender.get();
    assertClosed(buffered::recv, null);
    assertClosed(() -> buffered.recvEvt().sync(), null);
    assertClosed(() -> buffered.recvPoll(v -> {}), null);
  }

  @Test
  void close_failsReceiversThatWait() throws Exception {
    Running<Integer> single = Running.start(c::recv);
    Running<Integer> choice = Running.start(() -> select(c.recvEvt(), Events.never()));
    Eventually.holds(() -> c.waiting() == 2);
    c.close();
    assertClosed(single::get, null);
    assertClosed(choice::get, null);
    assertEquals(0, c.waiting());
  }

  @Test
  void aBranchOfAClosedChannel_isReadyAsOthersAre() throws Exception {
    c.close();
    int failures = 0;
    for (int i = 0; i < 200; i++) {
      try {
        assertEquals(1, select(c.recvEvt(), alwaysEvt(1)));
      } catch (ChannelClosedException closed) {
        failures++;
      }
    }
    assertTrue(failures > 50 && failures < 150, failures + " failures");
    assertEquals(1, prefer(alwaysEvt(1), c.recvEvt()).sync());
  }

  @Test
  void wrapHandler_takesTheEndOfItsBranch() throws Exception {
    c.close();
    assertEquals(-1, c.recvEvt().wrapHandler(end -> -1).sync());
    assertEquals(
        -1, choose(Events.never(), c.recvEvt().wrap(v -> v + 1)).wrapHandler(e -> -1).sync());
  }

  @Test
  void fail_endsAllWaits() throws Exception {
    Running<Void> sender = Running.start(() -> c.sendEvt(1).sync());
    Eventually.holds(() -> c.pending() == 1);
    c.aSend(2);
    Running<Void> choice = Running.start(() -> choose(c.sendEvt(3), Events.never()).sync());
    Eventually.holds(() -> c.pending() == 3);
    assertEquals(List.of(1, 2, 3), c.fail(cause));
    assertClosed(sender::get, cause);
    assertClosed(choice::get, cause);
    assertClosed(() -> c.send(4), cause);
    assertClosed(c::recv, cause);
    assertClosed(() -> c.aSend(4), cause);
    assertEquals(0, c.pending());
  }

  /** A choice with two branches at the channel: both are refused at once. */
  @Test
  void fail_refusesThePreferredBranch() throws Exception {
    assertEquals(List.of(1), failWhileWaiting("send to", prefer(c.sendEvt(1), c.recvEvt()), c));
    Channel<Integer> d = new Channel<>("answers");
    assertEquals(List.of(), failWhileWaiting("receive from", prefer(d.recvEvt(), d.sendEvt(1)), d));
  }

  /** Fails a channel while a thread waits there; returns the values that were lost. */
  private static List<Integer> failWhileWaiting(
      String first, Event<?> event, Channel<Integer> channel) throws Exception {
    Running<?> waiting = Running.start(event::sync);
    Eventually.holds(() -> channel.waiting() == 1 && channel.pending() == 1);
    List<Integer> lost = channel.fail(new IllegalStateException("broken"));
    String message = assertThrows(ChannelClosedException.class, waiting::get).getMessage();
    assertTrue(message.startsWith(first + " " + channel + ", branch 1 of 2: "), message);
    return lost;
  }

  @Test
  void fail_endsWaitingReceivers_andDropsBufferedValues() throws Exception {
    Running<Integer> receiver = Running.start(c::recv);
    Eventually.holds(() -> c.waiting() == 1);
    assertEquals(List.of(), c.fail(cause));
    assertClosed(receiver::get, cause);
    Channel<Integer> buffered = Channel.buffered("requests", 3);
    buffered.send(1);
    buffered.send(2);
    assertEquals(List.of(1, 2), buffered.fail(cause));
    assertClosed(buffered::recv, cause);
  }

  @Test
  void theFirstFailureOfAChannel_isKept() {
    c.aSend(1);
    c.close();
    c.close();
    assertEquals(List.of(1), c.fail(cause));
    assertClosed(c::recv, cause);
    c.close();
    assertEquals(List.of(), c.fail(new RuntimeException("later")));
    assertClosed(c::recv, cause);
  }

  @Test
  void pendingAsynchronousReceives_endQuietlyWhenTheChannelCloses() throws Exception {
    LinkedBlockingQueue<Object> ran = new LinkedBlockingQueue<>();
    c.aRecvEvt().aWrap(ran::add).aSync();
    c.recvEvt().wrapHandler(end -> -1).sTrans().aWrap(ran::add).aSync();
    c.close();
    assertEquals(-1, ran.take());
    assertNull(ran.poll());
  }

  @Test
  void pendingAsynchronousEventsOfAFailedChannel_areReported() throws Exception {
    LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
    Events.setThreadFactory(body ->
        Thread.ofVirtual()
            .uncaughtExceptionHandler((thread, failure) -> reported.add(failure))
            .unstarted(body));
    try {
      c.aRecvEvt().aWrap(v -> v).aSync();
      c.fail(cause);
      assertSame(cause, reported.take().getCause());
    } finally {
      Events.setThreadFactory(null);
    }
  }

  @Test
  void aCallback_failsWithItsChannel() throws Exception {
    Event<Integer> closed = c.aRecvEvt().callbackEvt(v -> v).aSync();
    c.close();
    ChannelClosedException end = assertThrows(ChannelClosedException.class, closed::sync);
    assertEquals("channel requests", end.channel());
    Channel<Integer> d = new Channel<>("d");
    Event<Integer> failed = d.aRecvEvt().callbackEvt(v -> v).aSync();
    d.fail(cause);
    assertClosed(failed::sync, cause);
  }

  @Test
  void aCallbackOnAChannelThatHasEnded_failsAsIfTheEndCameLater() throws Exception {
    c.close();
    Event<Integer> closed = c.aRecvEvt().callbackEvt(v -> v).aSync();
    assertEquals(
        "channel requests", assertThrows(ChannelClosedException.class, closed::sync).channel());
    assertThrows(ChannelClosedException.class, closed::sync);
    Event<Void> refused = c.aSendEvt(1).callbackEvt(v -> v).aSync();
    assertThrows(ChannelClosedException.class, refused::sync);
    Channel<Integer> d = new Channel<>("d");
    d.fail(cause);
    assertClosed(d.aRecvEvt().callbackEvt(v -> v).aSync()::sync, cause);
    Event<Integer> chosen = Events.aChoose(d.aRecvEvt()).callbackEvt(v -> v).aSync();
    assertClosed(chosen::sync, cause);
  }

  @Test
  void aCauseWhoseTextFails_endsAllWaits() throws Exception {
    Throwable cause =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String toString() {
            throw new IllegalStateException("no words, for this test");
          }
        };
    Event<Integer> callback = c.aRecvEvt().callbackEvt().aSync();
    Running<Integer> waiting = Running.start(c::recv);
    Eventually.holds(() -> c.waiting() == 2);
    c.fail(cause);
    assertSame(cause, assertThrows(ChannelClosedException.class, waiting::get).getCause());
    assertSame(cause, assertThrows(ChannelClosedException.class, callback::sync).getCause());
  }

  @Test
  void errors_nameTheChannel() {
    c.close();
    ChannelClosedException closed = assertThrows(ChannelClosedException.class, c::recv);
    assertEquals("channel requests", closed.channel());
    assertEquals(
        "receive from channel requests: the channel is closed;"
            + " Event.wrapHandler says what to do then",
        closed.getMessage());
    Channel<Integer> unnamed = new Channel<>();
    unnamed.fail(cause);
    assertTrue(
        assertThrows(ChannelClosedException.class, () -> unnamed.send(1))
            .getMessage()
            .matches("send to channel #\\d+: the channel has failed: .*disk full"));
  }

  @Test
  void errors_nameTheBranch() throws Exception {
    Event<Integer> second = choose(Events.never(), choose(c.recvEvt(), Events.never()));
    Running<Integer> waiting = Running.start(second::sync);
    Eventually.holds(() -> c.waiting() == 1);
    c.close();
    for (Executable code : List.<Executable>of(waiting::get, second::sync)) {
      assertTrue(
          assertThrows(ChannelClosedException.class, code)
              .getMessage()
              .startsWith("receive from channel requests, branch 2 of 3: "));
    }
  }

  @Test
  void closingWhileOthersCommunicate_losesNothing() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Channel<Integer> channel = new Channel<>();
      Running<Integer> sender =
          Running.start(() -> {
            int sent = 0;
            try {
              while (sent < 20) {
                channel.send(sent);
                sent++;
              }
            } catch (ChannelClosedException end) {
              // The channel is closed; the loop has counted the values sent before.
            }
            return sent;
          });
      Running<Integer> receiver =
          Running.start(() -> {
            int received = 0;
            try {
              while (received < 20) {
                assertEquals(received, channel.recv());
                received++;
              }
            } catch (ChannelClosedException end) {
              // The channel is closed; the loop has counted the values received before.
            }
            return received;
          });
      if (round % 2 == 0) {
        Thread.yield();
      }
      channel.close();
      assertEquals(sender.get(), receiver.get());
      assertFalse(channel.pending() > 0);
    }
  }

  private static void assertClosed(Executable code, Throwable why) {
    assertSame(why, assertThrows(ChannelClosedException.class, code).getCause());
  }

  @Test
  void anAsynchronousSendAfterTheEnd_failsInItsCreator() {
    Channel<Integer> channel = new Channel<>("late");
    channel.close();
    assertThrows(ChannelClosedException.class, () -> channel.aSendEvt(1).aSync());
    assertThrows(
        ChannelClosedException.class, () -> channel.aSendEvt(1).aWrap(sent -> sent).aSync());
    assertThrows(ChannelClosedException.class, () -> channel.aSendEvt(1).aTrans().sync());
    assertThrows(
        ChannelClosedException.class,
        () -> Events.choose(channel.sendEvt(1), channel.sendEvt(2)).sTrans().aSync());
  }

  @Test
  void anAsynchronousReceiveAfterTheEnd_failsInItsHandler() throws Exception {
    Channel<Integer> channel = new Channel<>("late");
    channel.close();
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    Event<Integer> handled =
        channel
            .recvEvt()
            .wrapHandler(failure -> {
              heard.complete(failure);
              return 0;
            });
    handled.sTrans().aSync();
    assertInstanceOf(ChannelClosedException.class, heard.get());
    assertEquals(0, handled.toFuture().get());
  }

  @Test
  void aFutureOfAnEventOnAnEndedChannel_getsTheFailure() throws Exception {
    Channel<Integer> channel = new Channel<>("late");
    channel.close();
    CompletableFuture<Integer> one = channel.recvEvt().toFuture();
    CompletableFuture<Void> any = Events.choose(channel.sendEvt(1), channel.sendEvt(2)).toFuture();
    for (CompletableFuture<?> future : List.of(one, any)) {
      assertInstanceOf(
          ChannelClosedException.class,
          assertThrows(ExecutionException.class, future::get).getCause());
    }
  }
}
