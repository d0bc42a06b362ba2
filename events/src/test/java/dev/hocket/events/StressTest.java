package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Many threads, random operations: nothing is lost, nothing comes twice, nothing is left over. */
class StressTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final int THREADS = 16;
  private static final int OPERATIONS = LONG ? 100_000 : 5_000;

  private final AtomicLong values = new AtomicLong();
  private final Queue<Long> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Long> received = new ConcurrentLinkedQueue<>();

  @RepeatedTest(3)
  void everyValueSent_isReceivedOnce() throws Exception {
    System.out.println("hocket.seed=" + SEED);
    List<Channel<Long>> channels =
        List.of(
            new Channel<>("r0"),
            new Channel<>("r1"),
            new Channel<>("r2"),
            Channel.buffered("b1", 1),
            Channel.buffered("b3", 3));
    List<Running<Void>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(SEED + i);
      threads.add(Running.start(() -> work(channels, random)));
    }
    untilAllAreDone(threads, channels);
    for (Running<Void> running : threads) {
      running.get();
    }
    for (Channel<Long> channel : channels) {
      while (channel.recvPoll(received::add)) {
        // What is left of asynchronous sends and buffers.
      }
      // Asynchronous receives may be left; they get one more value each.
      while (channel.waiting() > 0) {
        channel.aSend(note(values.incrementAndGet()));
      }
      assertEquals(0, channel.pending());
    }
    Eventually.holds(() -> received.size() == sent.size());
    assertEquals(sent.stream().sorted().toList(), received.stream().sorted().toList());
    assertTrue(received.size() > OPERATIONS, "only " + received.size() + " communications");
  }

  private Long note(long value) {
    sent.add(value);
    return value;
  }

  private Void work(List<Channel<Long>> channels, Random random) throws InterruptedException {
    for (int i = 0; i < OPERATIONS; i++) {
      Channel<Long> channel = channels.get(random.nextInt(channels.size()));
      long value = values.incrementAndGet();
      switch (random.nextInt(8)) {
        case 0 -> {
          channel.send(value);
          sent.add(value);
        }
        case 1 -> received.add(channel.recv());
        case 2 -> {
          if (channel.sendPoll(value)) {
            sent.add(value);
          }
        }
        case 3 -> channel.recvPoll(received::add);
        case 4 -> channel.aSend(note(value));
        case 5 -> channel.aRecvEvt().aWrap(received::add).aSync();
        default -> choice(channels, random).sync();
      }
    }
    return null;
  }

  private Event<Void> choice(List<Channel<Long>> channels, Random random) {
    List<Event<Void>> branches = new ArrayList<>();
    int n = 1 + random.nextInt(6);
    for (int i = 0; i < n; i++) {
      Channel<Long> channel = channels.get(random.nextInt(channels.size()));
      if (random.nextBoolean()) {
        long value = values.incrementAndGet();
        branches.add(
            channel
                .sendEvt(value)
                .wrap(done -> {
                  sent.add(value);
                  return null;
                }));
      } else {
        branches.add(
            channel
                .recvEvt()
                .wrap(value -> {
                  received.add(value);
                  return null;
                }));
      }
    }
    return random.nextInt(4) == 0 ? prefer(branches) : choose(branches);
  }

  /**
   * Sooner or later everybody waits for somebody else. Then one value more or less on each channel
   * sets them going again, unless somebody sleeps whom nobody will wake.
   */
  private void untilAllAreDone(List<Running<Void>> threads, List<Channel<Long>> channels) {
    long before = -1;
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LONG ? 20 : 2);
    while (!threads.stream().allMatch(Running::isDone)) {
      assertTrue(System.nanoTime() < deadline, "somebody waits for ever");
      long now = values.get();
      if (now == before) {
        channels.forEach(this::goOn);
      }
      before = now;
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void goOn(Channel<Long> channel) {
    if (!channel.recvPoll(received::add)) {
      long value = values.incrementAndGet();
      if (channel.sendPoll(value)) {
        sent.add(value);
      }
    }
  }

  /**
   * A choice that must not wait finds a branch ready if at every instant one is: one value moves
   * from one channel to the other while the choice looks at both, at the other first.
   */
  @Test
  void aChoiceWithADefault_seesOneInstant() throws Exception {
    Channel<Integer> one = Channel.buffered("one", 1);
    Channel<Integer> two = Channel.buffered("two", 1);
    Channel<Void> begin = new Channel<>();
    Channel<Void> end = new Channel<>();
    int rounds = LONG ? 1_000_000 : 30_000;
    Running<Void> mover =
        Running.start(() -> {
          for (int i = 0; i < rounds; i++) {
            begin.recv();
            two.send(2);
            one.recvPoll(v -> {});
            end.recv();
          }
          return null;
        });
    for (int i = 0; i < rounds; i++) {
      one.send(1);
      begin.send(null);
      assertTrue(
          prefer(two.recvEvt(), one.recvEvt(), Events.alwaysEvt(0)).sync() != 0, "round " + i);
      end.send(null);
      one.recvPoll(v -> {});
      two.recvPoll(v -> {});
    }
    mover.get();
  }

  /** The cycle of choices that deadlocks if a partner can be missed while both register. */
  @Test
  void choicesInARing_alwaysFindPartners() throws Exception {
    int n = 6;
    int rounds = LONG ? 200_000 : 5_000;
    List<Channel<Integer>> ring = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      ring.add(new Channel<>("ring" + i));
    }
    AtomicInteger sends = new AtomicInteger();
    AtomicInteger receives = new AtomicInteger();
    AtomicInteger total = new AtomicInteger();
    List<Running<Void>> threads = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Event<Integer> left = ring.get(i).sendEvt(i).wrap(done -> sends.incrementAndGet());
      Event<Integer> right = ring.get((i + 1) % n).recvEvt().wrap(v -> receives.incrementAndGet());
      Event<Integer> own = ring.get(i).recvEvt().wrap(v -> receives.incrementAndGet());
      threads.add(
          Running.start(() -> {
            while (total.incrementAndGet() < rounds * n) {
              choose(left, right, own).sync();
            }
            return null;
          }));
    }
    Eventually.holds(() -> total.get() >= rounds * n);
    // The last ones may have lost their partners.
    Eventually.holds(() -> {
      threads.forEach(running -> running.thread.interrupt());
      return threads.stream().allMatch(Running::isDone);
    });
    assertEquals(sends.get(), receives.get());
    for (Channel<Integer> channel : ring) {
      assertEquals(0, channel.pending() + channel.waiting());
    }
  }
}
