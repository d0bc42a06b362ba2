package dev.hocket.events;

import static dev.hocket.events.Events.atTimeEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.select;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.choice.Handle;
import dev.hocket.events.choice.Synchronizer;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.timers.Time;
import dev.hocket.events.timers.TimersPeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that timers are never early, fire in order, and are removed when they are not chosen. */
class TimeTest {
  private static final Duration LONG = Duration.ofDays(1);

  private final Channel<String> c = new Channel<>("c");

  @Test
  void aTimeout_isNeverEarly() throws Exception {
    long begin = System.nanoTime();
    timeOutEvt(Duration.ofMillis(20)).sync();
    assertTrue(System.nanoTime() - begin >= 20_000_000);
  }

  @Test
  void aTimeout_countsFromEachSynchronisation() throws Exception {
    Event<Void> timeout = timeOutEvt(Duration.ofMillis(20));
    for (int i = 0; i < 3; i++) {
      long begin = System.nanoTime();
      timeout.sync();
      assertTrue(System.nanoTime() - begin >= 20_000_000);
    }
  }

  @Test
  void aTimeoutInAChoice_isOneOfItsBranches() throws Exception {
    assertEquals(
        "late", select(c.recvEvt(), timeOutEvt(Duration.ofMillis(5)).wrap(none -> "late")));
    assertEquals(0, c.waiting());
    c.aSend("there");
    assertEquals("there", select(c.recvEvt(), timeOutEvt(LONG).wrap(none -> "late")));
  }

  @Test
  void aTimeoutOfZero_isOverAtOnce() throws Exception {
    timeOutEvt(Duration.ZERO).sync();
    timeOutEvt(Duration.ofNanos(-1)).sync();
    timeOutEvt(Duration.ofSeconds(Long.MIN_VALUE)).sync();
    atTimeEvt(Instant.now().minusSeconds(1)).sync();
    assertEquals(
        "late", prefer(c.recvEvt(), timeOutEvt(Duration.ZERO).wrap(none -> "late")).sync());
  }

  @Test
  void atTimeEvt_isNeverEarlyByTheClock() throws Exception {
    Instant time = Instant.now().plusMillis(20);
    atTimeEvt(time).sync();
    assertTrue(!Instant.now().isBefore(time));
  }

  @Test
  void timeBeyondAllClocks_doesNotComeAtOnce() throws Exception {
    c.aSend("first");
    assertEquals(
        "first",
        prefer(
                timeOutEvt(Duration.ofSeconds(Long.MAX_VALUE)).wrap(n -> "late"),
                atTimeEvt(Instant.MAX).wrap(n -> "late"),
                c.recvEvt())
            .sync());
  }

  @Test
  void timers_fireInTheOrderOfTheirTimes() throws Exception {
    long seed = System.nanoTime();
    System.out.println("hocket.seed=" + seed);
    List<Integer> delays = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      delays.add(i);
    }
    List<Integer> inOrder = List.copyOf(delays);
    Collections.shuffle(delays, new Random(seed));
    List<Integer> fired = new ArrayList<>();
    // A time that is over before all timers are there says nothing; a busy machine needs more.
    for (long ahead = 100; !fireFrom(Instant.now().plusMillis(ahead), delays, fired); ahead *= 2) {
      fired.clear();
    }
    assertEquals(inOrder, fired);
  }

  /** Returns false if the first of the timers was due before the last was there. */
  private static boolean fireFrom(Instant begin, List<Integer> delays, List<Integer> order)
      throws InterruptedException {
    LinkedBlockingQueue<Integer> fired = new LinkedBlockingQueue<>();
    for (int delay : delays) {
      // The timers' own thread collects the results, so no other thread can change the order.
      BranchCollector collector = new BranchCollector();
      collector.all(
          atTimeEvt(begin.plusMillis(delay)),
          new Continuation.Quick(none -> fired.add(delay), new Continuation.Drop()));
      Synchronizer.deposit(collector.branches());
    }
    boolean wereInTime = Instant.now().isBefore(begin);
    while (order.size() < delays.size()) {
      order.add(fired.take());
    }
    return wereInTime;
  }

  @Test
  void aTimerThatLost_isForgottenAtOnce() throws Exception {
    for (int i = 0; i < 1000; i++) {
      c.aSend("there");
      choose(c.recvEvt(), timeOutEvt(LONG).wrap(n -> "late")).sync();
    }
    assertEquals(0, TimersPeek.size());
  }

  @Test
  void aTimerThatWaitedAndLost_isForgottenAtOnce() throws Exception {
    for (int i = 0; i < 1000; i++) {
      Running<String> choice =
          Running.start(() -> select(c.recvEvt(), timeOutEvt(LONG).wrap(n -> "late")));
      c.send("there");
      choice.get();
    }
    assertEquals(0, TimersPeek.size());
  }

  @Test
  void allTimers_shareOneThread() throws Exception {
    List<Handle> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(deposit(LONG));
    }
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("hocket-events-timer"))
            .count();
    waiting.forEach(Handle::withdraw);
    assertEquals(1, threads);
  }

  @Test
  void anInterruptedTimer_isRemoved() throws Exception {
    Running<Void> single = Running.start(() -> timeOutEvt(LONG).sync());
    Running<String> choice =
        Running.start(() -> select(c.recvEvt(), timeOutEvt(LONG).wrap(n -> "late")));
    Eventually.holds(() -> TimersPeek.size() == 2);
    single.thread.interrupt();
    choice.thread.interrupt();
    assertThrows(InterruptedException.class, single::get);
    assertThrows(InterruptedException.class, choice::get);
    assertEquals(0, TimersPeek.size());
  }

  @Test
  void cancelledTimers_areAtMostAsManyAsWait_orAFew() throws Exception {
    List<Handle> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(deposit(LONG));
    }
    for (int i = 0; i < 10_000; i++) {
      assertTrue(deposit(i % 2 == 0 ? LONG : LONG.minusSeconds(1)).withdraw());
      assertEquals(1_000, TimersPeek.size());
      assertTrue(TimersPeek.cancelled() <= 1_001);
    }
    waiting.forEach(Handle::withdraw);
    assertEquals(0, TimersPeek.size());
    assertTrue(TimersPeek.cancelled() <= TimersPeek.FEW);
  }

  @Test
  void afterManyTimers_theirMemoryIsReleased() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      deposit(Duration.ZERO);
    }
    Eventually.holds(() -> TimersPeek.size() == 0);
    for (int i = 0; i < 100; i++) {
      assertTrue(deposit(LONG).withdraw());
    }
    assertTrue(TimersPeek.room() <= 8 * 2 * TimersPeek.FEW);
  }

  private static Handle deposit(Duration time) throws InterruptedException {
    BranchCollector collector = new BranchCollector();
    collector.all(timeOutEvt(time), new Continuation.Quick(none -> {}, new Continuation.Drop()));
    return Synchronizer.deposit(collector.branches());
  }

  @Test
  void cancellingInAnyOrder_keepsTheOthers() throws Exception {
    long seed = System.nanoTime();
    System.out.println("hocket.seed=" + seed);
    Random random = new Random(seed);
    List<Handle> pending = new ArrayList<>();
    LinkedBlockingQueue<Integer> over = new LinkedBlockingQueue<>();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      int number = i;
      BranchCollector collector = new BranchCollector();
      collector.all(
          timeOutEvt(Duration.ofMillis(50 + random.nextInt(50))),
          new ActionStep(
              none -> {
                over.add(number);
                return null;
              },
              null));
      pending.add(Synchronizer.deposit(collector.branches()));
      kept.add(i);
    }
    Collections.shuffle(kept, random);
    for (int i = 0; i < 250; i++) {
      if (pending.get(kept.getLast()).withdraw()) {
        kept.removeLast();
      } else {
        break;
      }
    }
    List<Integer> came = new ArrayList<>();
    while (came.size() < kept.size()) {
      came.add(over.take());
    }
    Collections.sort(kept);
    Collections.sort(came);
    assertEquals(kept, came);
    assertEquals(0, TimersPeek.size());
  }

  @Test
  void aTimerThatFails_doesNotEndTheOthers() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    Time failing =
        new Time() {
          @Override
          public long nanos() {
            return SYSTEM.nanos();
          }

          @Override
          public Instant instant() {
            if (Thread.currentThread().getName().equals("hocket-events-timer")
                && failures.getAndIncrement() == 0) {
              throw new IllegalStateException("no memory for an instant, in this test");
            }
            return SYSTEM.instant();
          }

          @Override
          public void start(Runnable look) {
            SYSTEM.start(look);
          }
        };
    TimersPeek.with(
        failing,
        () -> {
          atTimeEvt(Instant.now().plusMillis(20)).sync();
          return timeOutEvt(Duration.ofMillis(1)).sync();
        });
    assertTrue(failures.get() > 0);
  }

  @Test
  void timeoutsAgainstSends_loseNothing() throws Exception {
    int timeouts = 0;
    for (int i = 0; i < 3000; i++) {
      Event<String> receive =
          choose(c.recvEvt(), timeOutEvt(Duration.ofNanos(i * 20L)).wrap(none -> "late"));
      Running<String> receiver = Running.start(receive::sync);
      Running<Boolean> sender =
          Running.start(() -> {
            while (!receiver.isDone()) {
              if (c.sendPoll("there")) {
                return true;
              }
              Eventually.pause();
            }
            return false;
          });
      boolean received = receiver.get().equals("there");
      assertEquals(received, sender.get());
      timeouts += received ? 0 : 1;
    }
    assertEquals(0, TimersPeek.size());
    System.out.println("timeouts: " + timeouts + " of 3000");
  }
}
