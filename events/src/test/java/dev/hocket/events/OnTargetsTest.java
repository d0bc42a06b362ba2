package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.withNack;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.waiting.AdaptiveSpin;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.WaiterPeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that while a block waits in a synchronisation, the other blocks of its target run, on every
 * kind of target.
 */
@Timeout(600)
class OnTargetsTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** The number of threads of a pool that may wait. */
  private static final int MOST_WAITING = 4_000;

  private final Channel<Integer> c = new Channel<>("c");

  /** The kind of target on which a block waits. */
  enum Kind {
    POOL_OF_ONE {
      @Override
      Target make() {
        return Targets.create("pool-" + NUMBER.incrementAndGet(), 1);
      }
    },
    VIRTUAL_THREADS {
      @Override
      Target make() {
        return Targets.createVirtual("virtual-" + NUMBER.incrementAndGet());
      }
    };

    abstract Target make();
  }

  /** A body that waits, and one that ends the wait as soon as it runs. */
  private record Pair(Body waits, Body ends) {}

  private List<Pair> pairs() throws Exception {
    Channel<Integer> d = new Channel<>("d");
    Channel<Integer> full = Channel.limited("full", 1, Overflow.WAIT);
    full.aSend(0);
    Channel<Integer> buffer = Channel.buffered("buffer", 1);
    buffer.send(0);
    IVar<Integer> iVar = new IVar<>();
    MVar<Integer> mVar = new MVar<>();
    Rpc<Integer, Integer> twice = new Rpc<>("twice", n -> 2 * n);
    return List.of(
        new Pair(c::recv, () -> c.send(1)),
        new Pair(() -> c.send(1), c::recv),
        new Pair(choose(c.recvEvt(), d.recvEvt())::sync, () -> d.send(1)),
        new Pair(
            choose(c.recvEvt(), d.recvEvt())::sync,
            () -> choose(c.sendEvt(1), d.sendEvt(1)).sync()),
        new Pair(() -> full.aSendEvt(1).aSync(), full::recv),
        new Pair(() -> buffer.send(1), buffer::recv),
        new Pair(iVar::get, () -> iVar.put(1)),
        new Pair(mVar::take, () -> mVar.put(1)),
        new Pair(() -> twice.call(1), () -> twice.entryEvt().sync()));
  }

  @ParameterizedTest
  @EnumSource
  void aBlockThatWaits_letsTheBlockRunThatEndsTheWait(Kind kind) throws Exception {
    Target target = kind.make();
    List<Pair> pairs = pairs();
    for (int i = 0; i < pairs.size(); i++) {
      Block waits = target.submit("waits " + i, pairs.get(i).waits());
      Block ends = target.submit("ends " + i, pairs.get(i).ends());
      waits.join();
      ends.join();
    }
    target.shutdown(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptOfAWaitingBlock_endsItWithoutEffect(Kind kind) throws Exception {
    Target target = kind.make();
    for (Event<Integer> event : List.of(c.recvEvt(), choose(c.recvEvt(), never()))) {
      Block waits = target.submit("waits", event::sync);
      Eventually.holds(() -> c.waiting() == 1);
      waits.cancel();
      assertThrows(InterruptedException.class, waits::join);
      assertEquals(0, c.waiting());
    }
    target.shutdown(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @EnumSource
  void aReport_namesTheEventThatABlockWaitsFor(Kind kind) throws Exception {
    Target target = kind.make();
    Channel<Integer> d = new Channel<>("d");
    List<String> words =
        List.of(
            "receive from channel c",
            "choice of 2 (send to channel d; receive from channel c)",
            "read of ");
    IVar<Integer> iVar = new IVar<>();
    List<Body> waits =
        List.of(c::recv, choose(d.sendEvt(1), c.recvEvt().wrap(n -> null))::sync, () -> iVar.get());
    for (int i = 0; i < waits.size(); i++) {
      Block block = target.submit("A.java:" + i, waits.get(i));
      String wanted = "A.java:" + i + " on " + target + " (running, waits for " + words.get(i);
      Eventually.holds(() -> block.toString().startsWith(wanted));
      c.aSend(1);
      if (i == 2) {
        iVar.put(1);
      }
      block.join();
    }
    target.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aLoopThatWouldWait_isRefusedWithoutEffect_andRunsItsLaterTasks() throws Exception {
    try (ToyLoop loop = new ToyLoop()) {
      List<Pair> pairs = pairs();
      for (int i = 0; i < pairs.size(); i++) {
        Block refused = loop.target.submit("waits " + i, pairs.get(i).waits());
        AtomicBoolean ran = new AtomicBoolean();
        Block behind = loop.target.submit("behind " + i, () -> ran.set(true));
        assertThrows(IllegalStateException.class, refused::join, "wait " + i);
        behind.join();
        assertTrue(ran.get());
      }
      assertEquals(0, c.waiting() + c.pending());
    }
  }

  @Test
  void whileItSpins_aBlockKeepsItsPermit() throws Exception {
    Target pool = Kind.POOL_OF_ONE.make();
    AtomicBoolean ranMeanwhile = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean seen = new AtomicBoolean();
    AdaptiveSpin spin = WaiterPeek.heat(new AdaptiveSpin(Integer.MAX_VALUE));
    List<Synchronization> waiters = new ArrayList<>();
    Block spins =
        pool.submit(
            "spins",
            () -> {
              waiters.add(new Synchronization(Thread.currentThread(), null));
              begun.countDown();
              waiters.get(0).await(spin, "", "a claim");
              seen.set(ranMeanwhile.get());
            });
    Block behind = pool.submit("behind", () -> ranMeanwhile.set(true));
    begun.await();
    // This block takes long enough for another pool to run many blocks.
    Target other = Kind.POOL_OF_ONE.make();
    for (int i = 0; i < 1_000; i++) {
      other.submit("in the meantime", () -> {}).join();
    }
    assertTrue(waiters.get(0).claim());
    waiters.get(0).wakeOrComplete();
    spins.join();
    behind.join();
    assertFalse(seen.get(), "a block ran on the only permit of the one that spins");
    pool.shutdown(Duration.ofMinutes(2));
    other.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void oneWaitMoreThanAllowed_isRefusedWithoutEffect() throws Exception {
    Target pool = Kind.POOL_OF_ONE.make();
    IVar<Integer> go = new IVar<>();
    List<Block> waiting = new ArrayList<>();
    for (int i = 0; i < MOST_WAITING; i++) {
      waiting.add(pool.submit("waits", go::get));
    }
    Eventually.holds(() -> go.waiting() == MOST_WAITING);
    IVar<Event<Void>> nack = new IVar<>();
    AtomicBoolean guarded = new AtomicBoolean();
    Event<Integer> guard =
        guard(() -> {
          guarded.set(true);
          return c.recvEvt();
        });
    Event<Integer> nacked =
        withNack(lost -> {
          nack.put(lost);
          return c.recvEvt();
        });
    for (Event<Integer> event : List.of(c.recvEvt(), guard, choose(nacked, never()))) {
      Block refused = pool.submit("refused", event::sync);
      Eventually.holds(refused::isDone);
      assertEquals(
          "target " + pool + ": 4000 of its threads wait already; let fewer blocks wait at a time",
          assertThrows(IllegalStateException.class, refused::join).getMessage());
      assertEquals(0, c.waiting());
    }
    assertTrue(guarded.get(), "guards run before");
    nack.get().sync();
    // An action that need not wait is not refused.
    pool.submit("does not wait", alwaysEvt(1)::sync).join();
    go.put(1);
    for (Block block : waiting) {
      block.join();
    }
    pool.shutdown(Duration.ofMinutes(2));
  }
}
