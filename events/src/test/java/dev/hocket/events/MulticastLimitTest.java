package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a listener with a limit blocks or refuses senders, and that a value reaches all
 * listeners or none.
 */
@Timeout(300)
class MulticastLimitTest {
  private final Multicast<Integer> multicast = new Multicast<>("m");
  private final Multicast.Listener<Integer> free = multicast.listen();

  @Test
  void aSender_waitsUntilNoListenerIsFull() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(2, Overflow.WAIT);
    multicast.send(1);
    multicast.send(2);
    Running<Void> third = sends(3);
    Eventually.holds(() -> third.thread.getState() == Thread.State.WAITING);
    assertEquals(List.of(2, 2), List.of(free.pending(), slow.pending()));
    assertEquals(1, slow.recv());
    third.get();
    assertEquals(List.of(3, 2), List.of(free.pending(), slow.pending()));
  }

  @Test
  void aSenderIsRefused_andNoListenerHasTheValue() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.FAIL);
    multicast.send(1);
    int line = line() - 2;
    for (int i = 0; i < 3; i++) {
      assertEquals(
          "a listener of multicast m, made by thread "
              + Thread.currentThread().getName()
              + " at MulticastLimitTest.java:"
              + line
              + ", is full: limit=1 values to receive; with listen(limit, Overflow.WAIT) senders"
              + " wait for the listener",
          assertThrows(ChannelFullException.class, () -> multicast.send(2)).getMessage());
    }
    assertEquals(List.of(1, 1), List.of(free.pending(), slow.pending()));
    assertEquals(1, slow.recv());
    multicast.send(2);
    assertEquals(2, slow.recv());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aListenerThatOverflows_fails_andTheOthersGetTheValue(boolean traced) throws Exception {
    Events.setTracing(traced);
    try (Multicast.Listener<Integer> small = multicast.listen(2)) {
      int line = line() - 1;
      multicast.send(1);
      multicast.send(2);
      assertEquals(1, small.recv());
      multicast.send(3);
      assertEquals(2, small.pending());
      multicast.send(4);
      assertEquals(List.of(4, 0), List.of(free.pending(), small.pending()));
      assertEquals(1, multicast.size());
      ChannelClosedException ended = assertThrows(ChannelClosedException.class, small::recv);
      assertEquals(
          "a listener of multicast m, made by thread "
              + Thread.currentThread().getName()
              + " at MulticastLimitTest.java:"
              + line
              + ", is full: limit=2 values to receive; it was ended: close a listener from which"
              + " no code receives, or make it with listen(limit), or with listen(limit,"
              + " Overflow.WAIT), which lets senders wait",
          assertInstanceOf(ChannelFullException.class, ended.getCause()).getMessage());
      assertEquals("multicast m", ((ChannelFullException) ended.getCause()).channel());
      assertEquals(new Next.End<>(ended.getCause()), small.nextEvt().sync());
    } finally {
      Events.setTracing(false);
    }
    multicast.send(5);
    assertEquals(5, free.pending());
  }

  @Test
  void aListenerWithoutALimitOfItsOwn_hasTheDefault() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen();
    for (int i = 0; i < Multicast.DEFAULT_LIMIT; i++) {
      multicast.send(i);
      free.recv();
    }
    assertEquals(Multicast.DEFAULT_LIMIT, slow.pending());
    multicast.send(0);
    assertEquals(0, slow.pending());
    assertEquals(1, multicast.size());
    assertThrows(ChannelClosedException.class, slow::recv);
  }

  @Test
  void aLimitBelowOne_isRefused() {
    assertEquals(
        "a listener of multicast m: a limit of 0 values; it must be 1 or more",
        assertThrows(IllegalArgumentException.class, () -> multicast.listen(0)).getMessage());
  }

  @Test
  void anInterruptedSender_hasSentNothing_andReleasesTheRoom() throws Exception {
    Multicast.Listener<Integer> roomy = multicast.listen(2, Overflow.FAIL);
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.WAIT);
    multicast.send(1);
    Running<Void> second = sends(2);
    Eventually.holds(() -> second.thread.getState() == Thread.State.WAITING);
    second.thread.interrupt();
    assertThrows(InterruptedException.class, second::get);
    assertEquals(1, slow.recv());
    multicast.send(3);
    assertEquals(3, slow.recv());
    assertEquals(List.of(1, 3), List.of(roomy.recv(), roomy.recv()));
  }

  @Test
  void onALoop_aSendThatWouldWait_isRefusedWithoutEffect() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.WAIT);
    try (ToyLoop loop = new ToyLoop()) {
      loop.target.call("has room", () -> multicast.send(1));
      assertThrows(
          IllegalStateException.class, () -> loop.target.call("full", () -> multicast.send(2)));
    }
    assertEquals(List.of(1, 1), List.of(free.pending(), slow.pending()));
  }

  @Test
  void aFullListenerThatCloses_releasesWaitingSenders() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.WAIT);
    multicast.send(1);
    Running<Void> second = sends(2);
    Eventually.holds(() -> second.thread.getState() == Thread.State.WAITING);
    slow.close();
    second.get();
    assertEquals(2, free.pending());
    assertEquals(1, slow.recv());
    assertThrows(ChannelClosedException.class, slow::recv);
  }

  @Test
  void theEndOfTheMulticast_endsSendersThatWait() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.WAIT);
    multicast.send(1);
    Running<Void> second = sends(2);
    Eventually.holds(() -> second.thread.getState() == Thread.State.WAITING);
    multicast.close();
    assertEquals("multicast m", assertThrows(ChannelClosedException.class, second::get).channel());
    assertEquals(1, slow.recv());
    assertThrows(ChannelClosedException.class, slow::recv);
  }

  @Test
  void everyWayToReceive_makesRoom() throws Exception {
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.FAIL);
    List<Integer> got = new ArrayList<>();
    multicast.send(1);
    got.add(Events.select(slow.recvEvt(), Events.never()));
    multicast.send(2);
    assertTrue(slow.recvEvt().poll(got::add));
    multicast.send(3);
    got.add(slow.recvEvt().toFuture().get());
    IVar<Integer> later = new IVar<>();
    slow.recvEvt().sTrans().aTap(later::put).aSync();
    multicast.send(4);
    got.add(later.get());
    multicast.send(5);
    assertEquals(new Next.Value<>(5), slow.nextEvt().sync());
    assertEquals(List.of(1, 2, 3, 4), got);
  }

  @Test
  void aTargetThatRefusesTheValue_doesNotKeepTheRoom() throws Exception {
    Worker gone = Targets.create("gone", 1);
    gone.shutdown(Duration.ofMinutes(2));
    Multicast.Listener<Integer> slow = multicast.listen(1, Overflow.FAIL);
    slow.recvEvt().syncThen(gone, value -> {});
    multicast.send(1);
    multicast.send(2);
    assertEquals(2, slow.recv());
  }

  @Test
  void manySendersAndChangingListeners_neverStopNorExceedALimit() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("hocket.seed=" + seed);
    int values = 300;
    List<Multicast.Listener<Integer>> listeners = new ArrayList<>();
    for (int limit = 1; limit <= 3; limit++) {
      listeners.add(multicast.listen(limit, Overflow.WAIT));
    }
    AtomicInteger most = new AtomicInteger();
    List<Running<List<Integer>>> receivers = new ArrayList<>();
    for (Multicast.Listener<Integer> listener : listeners) {
      receivers.add(
          Running.start(() -> {
            List<Integer> got = new ArrayList<>();
            listener.forEach(value -> {
              most.accumulateAndGet(listener.pending(), Math::max);
              got.add(value);
            });
            return got;
          }));
    }
    List<Running<Void>> others = new ArrayList<>();
    for (int sender = 0; sender < 3; sender++) {
      int from = sender * values;
      others.add(
          Running.start(() -> {
            for (int i = 0; i < values; i++) {
              multicast.send(from + i);
            }
            return null;
          }));
    }
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      Multicast.Listener<Integer> guest = multicast.listen(1, Overflow.WAIT);
      for (int n = random.nextInt(3); n > 0; n--) {
        guest.recvEvt().within(Duration.ofMillis(10)).wrapHandler(late -> -1).sync();
      }
      guest.close();
    }
    for (Running<Void> sender : others) {
      sender.get();
    }
    multicast.close();
    List<Integer> first = receivers.get(0).get();
    assertEquals(3 * values, first.size());
    assertEquals(first, receivers.get(1).get());
    assertEquals(first, receivers.get(2).get());
    assertTrue(most.get() <= 3, "pending at most " + most);
    assertEquals(3 * values, free.pending());
  }

  /** Returns the line number of the call. */
  private static int line() {
    return StackWalker.getInstance()
        .walk(frames -> frames.skip(1).findFirst())
        .orElseThrow()
        .getLineNumber();
  }

  private Running<Void> sends(int value) {
    return Running.start(() -> {
      multicast.send(value);
      return null;
    });
  }
}
