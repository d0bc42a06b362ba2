package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.events.channels.QueuesPeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests many threads that race: no value is lost or received twice, no choice takes two branches,
 * no partner is missed, no room of a limited channel is lost.
 */
@Timeout(1800)
class StressTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final int THREADS = 16;
  private static final int OPERATIONS = LONG ? 100_000 : 4_000;
  private static final int ROUNDS = LONG ? 1_000_000 : 10_000;
  private static final int MEETINGS = LONG ? 1_000_000 : 50_000;
  private static final int LIMIT = 2;
  private static final int LIMITED_ROUNDS = LONG ? 10_000 : 150;
  private static final int CREATORS = 6;
  private static final int RECEIVERS = 3;
  private static final int SENDS = 60;

  private final AtomicLong values = new AtomicLong();
  private final Queue<Long> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Long> received = new ConcurrentLinkedQueue<>();

  /** Uses all operations on all kinds of channels, and interrupts many of those that wait. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyValueSent_isReceivedOnce(boolean interrupting) throws Exception {
    System.out.println("hocket.seed=" + SEED);
    Channel<Long> limited = Channel.limited("limited", LIMIT, Overflow.WAIT);
    List<Channel<Long>> channels =
        List.of(
            limited,
            Channel.limited("narrow", 1, Overflow.WAIT),
            new Channel<>("cold"),
            Heat.heat(new Channel<>("hot")),
            Channel.buffered("buffer of 1", 1),
            Channel.buffered("buffer of 3", 3));
    List<Running<Void>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(SEED + i);
      threads.add(Running.start(() -> work(channels, random)));
    }
    untilAllAreDone(threads, channels, interrupting ? new Random(SEED) : null);
    for (Running<Void> running : threads) {
      running.get();
    }
    channels.forEach(this::drain);
    assertAllReceivedOnce();
    assertTrue(received.size() > OPERATIONS, "only " + received.size() + " communications");
    for (int i = 0; i < LIMIT; i++) {
      // If some room has been lost, this send fails.
      limited.aSend(0L);
    }
  }

  private void assertAllReceivedOnce() {
    Eventually.holds(() -> received.size() >= sent.size());
    assertEquals(sent.stream().sorted().toList(), received.stream().sorted().toList());
  }

  private Void work(List<Channel<Long>> channels, Random random) {
    for (int i = 0; i < OPERATIONS; i++) {
      Channel<Long> channel = channels.get(random.nextInt(channels.size()));
      Channel<Long> other = channels.get(random.nextInt(channels.size()));
      try {
        switch (random.nextInt(10)) {
          case 0 -> received.add(channel.recv());
          case 1 -> channel.recvPoll(received::add);
          case 2, 3 -> channel.aRecvEvt().aWrap(received::add).aSync();
          case 4, 5, 6 -> choice(channels, random).sync();
          default -> {
            long value = values.incrementAndGet();
            if (send(value, channel, other, random)) {
              sent.add(value);
            }
          }
        }
      } catch (InterruptedException interrupted) {
        // The operation was interrupted, so nothing has happened.
      }
    }
    return null;
  }

  /** Sends in a random way; false if the send was withdrawn or timed out. */
  private static boolean send(long value, Channel<Long> channel, Channel<Long> other, Random random)
      throws InterruptedException {
    Event<Void> send = channel.sendEvt(value);
    switch (random.nextInt(7)) {
      case 0 -> send.sync();
      case 1 -> channel.aSendEvt(value).aSync();
      case 2 -> send.sTrans().aSync();
      case 3 -> choose(send, other.sendEvt(value)).sTrans().aSync();
      case 4 -> {
        return channel.sendPoll(value);
      }
      case 5 -> {
        return !choose(send, never()).toFuture().cancel(false);
      }
      default -> {
        Duration time = Duration.ofNanos(random.nextInt(200_000));
        return choose(send.wrap(none -> true), timeOutEvt(time).wrap(none -> false)).sync();
      }
    }
    return true;
  }

  private Event<Boolean> choice(List<Channel<Long>> channels, Random random) {
    List<Event<Boolean>> branches = new ArrayList<>();
    int n = 1 + random.nextInt(6);
    for (int i = 0; i < n; i++) {
      Channel<Long> channel = channels.get(random.nextInt(channels.size()));
      long value = values.incrementAndGet();
      branches.add(
          random.nextBoolean()
              ? channel.sendEvt(value).wrap(done -> sent.add(value))
              : channel.recvEvt().wrap(received::add));
    }
    return random.nextInt(4) == 0 ? prefer(branches) : choose(branches);
  }

  /**
   * After a while each thread waits for another one. Then one value more or less on each channel
   * makes them continue, unless the wake of a thread was lost.
   *
   * @param random chooses threads to interrupt; or null
   */
  private void untilAllAreDone(
      List<Running<Void>> threads, List<Channel<Long>> channels, Random random) {
    long before = -1;
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LONG ? 20 : 8);
    while (!threads.stream().allMatch(Running::isDone)) {
      assertTrue(System.nanoTime() < deadline, "a thread waits for ever");
      long now = values.get();
      if (now == before) {
        channels.forEach(this::goOn);
      }
      before = now;
      if (random != null) {
        threads.get(random.nextInt(THREADS)).thread.interrupt();
      }
      LockSupport.parkNanos(random != null ? 50_000 : 1_000_000);
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

  /** Receives the values left by asynchronous sends and in buffers, and serves pending receives. */
  private void drain(Channel<Long> channel) {
    while (channel.recvPoll(received::add)) {
      // One pending receive fewer remains.
    }
    for (long value; channel.waiting() > 0; ) {
      value = values.incrementAndGet();
      sent.add(value);
      assertTrue(channel.sendPoll(value));
    }
    assertEquals(0, channel.pending());
  }

  /**
   * Only the receivers of their channels make room for these senders: a sender that does not get
   * free room waits forever.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendersToALimitedChannel_allGetRoom(boolean interrupting) throws Exception {
    System.out.println("hocket.seed=" + SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < LIMITED_ROUNDS; i++) {
      sendToALimitedChannel(1 + random.nextInt(3), interrupting, random);
      assertAllReceivedOnce();
      sent.clear();
      received.clear();
    }
  }

  private void sendToALimitedChannel(int limit, boolean interrupting, Random random)
      throws Exception {
    Channel<Long> limited = Channel.limited("limited", limit, Overflow.WAIT);
    Channel<Long> free = new Channel<>("free");
    List<Running<Void>> creators = new ArrayList<>();
    for (int i = 0; i < CREATORS; i++) {
      Random own = new Random(random.nextLong());
      creators.add(Running.start(() -> create(limited, free, own)));
    }
    Event<Boolean> either = choose(limited.recvEvt(), free.recvEvt()).wrap(received::add);
    List<Running<Void>> receivers = new ArrayList<>();
    for (int i = 0; i < RECEIVERS; i++) {
      receivers.add(Running.start(() -> receive(either)));
    }
    while (interrupting && !creators.stream().allMatch(Running::isDone)) {
      creators.get(random.nextInt(CREATORS)).thread.interrupt();
      Eventually.pause();
    }
    for (Running<Void> creator : creators) {
      creator.get();
    }
    Eventually.holds(() -> received.size() >= sent.size());
    for (Running<Void> receiver : receivers) {
      receiver.thread.interrupt();
      receiver.get();
    }
    assertTrue(
        QueuesPeek.senders(limited.queues).isEmpty() && QueuesPeek.senders(free.queues).isEmpty());
    for (int i = 0; i < limit; i++) {
      // If some room has been lost, this send fails.
      limited.aSend(0L);
    }
  }

  private Void create(Channel<Long> limited, Channel<Long> free, Random random) {
    for (int i = 0; i < SENDS; i++) {
      long value = values.incrementAndGet();
      try {
        if (send(value, limited, free, random)) {
          sent.add(value);
        }
      } catch (InterruptedException interrupted) {
        // The send was interrupted, so the value has not been sent.
      }
    }
    return null;
  }

  private static Void receive(Event<Boolean> either) {
    try {
      while (true) {
        either.sync();
      }
    } catch (InterruptedException over) {
      return null;
    }
  }

  /**
   * Threads in a ring: each tries to send to its left channel, or to receive from its right or left
   * one. Two neighbours that wait can always meet, so the ring stops if a partner is missed; and a
   * thread that meets itself receives its own number.
   */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "44, 1", "2, 2", "6, 6"})
  void choicesInARing_alwaysFindPartners_andNeverThemselves(int threadCount, int channelCount)
      throws Exception {
    for (ChannelKind kind : List.of(ChannelKind.RENDEZVOUS, ChannelKind.HOT)) {
      List<Channel<Integer>> ring = new ArrayList<>();
      for (int i = 0; i < channelCount; i++) {
        ring.add(kind.make("ring " + i));
      }
      chooseInARing(ring, threadCount);
    }
  }

  private static void chooseInARing(List<Channel<Integer>> ring, int threadCount) throws Exception {
    AtomicInteger sends = new AtomicInteger();
    AtomicInteger receives = new AtomicInteger();
    List<Running<Void>> threads = new ArrayList<>();
    for (int i = 0; i < threadCount; i++) {
      int own = i;
      Channel<Integer> left = ring.get(i % ring.size());
      Channel<Integer> right = ring.get((i + 1) % ring.size());
      Event<Integer> either =
          choose(left.sendEvt(own).wrap(sent -> null), left.recvEvt(), right.recvEvt());
      threads.add(
          Running.start(() -> {
            while (sends.get() + receives.get() < MEETINGS) {
              Integer met = either.sync();
              assertNotEquals(own, met);
              (met == null ? sends : receives).incrementAndGet();
            }
            return null;
          }));
    }
    // Even on a slow machine, some partners meet within the limit of each wait.
    for (int met; (met = sends.get() + receives.get()) < MEETINGS; ) {
      int before = met;
      Eventually.holds(() -> sends.get() + receives.get() > before);
    }
    // The last ones may have lost their partners.
    for (Running<Void> running : threads) {
      Eventually.holds(() -> {
        running.thread.interrupt();
        return running.isDone();
      });
    }
    for (Running<Void> running : threads) {
      try {
        running.get();
      } catch (InterruptedException left) {
        // The operation had no partner.
      }
    }
    assertEquals(sends.get(), receives.get());
    ring.forEach(channel -> assertEquals(0, channel.pending() + channel.waiting()));
  }

  /** The ways in which the second channel becomes ready before the first one is emptied. */
  enum Second {
    BUFFERED,
    PENDING_SEND,
    CLOSED
  }

  /**
   * One of two channels is ready at every instant: the other thread makes the second ready, then
   * empties the first. A choice that does not wait must find one.
   */
  @ParameterizedTest
  @CsvSource({
    "BUFFERED, true",
    "BUFFERED, false",
    "PENDING_SEND, true",
    "PENDING_SEND, false",
    "CLOSED, true",
    "CLOSED, false"
  })
  void ifABranchIsReadyAtEveryInstant_theDefaultIsNotTaken(Second second, boolean timeout)
      throws Exception {
    Event<String> none =
        timeout ? timeOutEvt(Duration.ZERO).wrap(late -> "none") : alwaysEvt("none");
    Channel<Round> rounds = new Channel<>("rounds");
    Channel<Void> done = new Channel<>("done");
    Running<Void> other =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            Round round = rounds.recv();
            round.makeReady(second);
            round.first.recvPoll(value -> {});
            done.send(null);
          }
          return null;
        });
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(second);
      rounds.send(round);
      Event<String> either =
          i % 2 == 0
              ? choose(round.first.recvEvt(), round.second.recvEvt().wrapHandler(end -> "end"))
              : choose(round.second.recvEvt().wrapHandler(end -> "end"), round.first.recvEvt());
      assertNotEquals("none", prefer(either, none).sync(), "round " + i);
      done.recv();
    }
    other.get();
  }

  /** A round with two channels, the first of which has a value. */
  private static final class Round {
    final Channel<String> first = Channel.buffered("first", 1);
    final Channel<String> second;

    Round(Second kind) {
      second = kind == Second.BUFFERED ? Channel.buffered("second", 1) : new Channel<>("second");
      first.aSend("first");
    }

    void makeReady(Second kind) {
      if (kind == Second.CLOSED) {
        second.close();
      } else {
        second.aSend("second");
      }
    }
  }

  /**
   * A value sent before the close can be received at every instant, before the close and after it.
   */
  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void whileAChannelWithAValueIsClosed_theValueIsThere(ChannelKind kind) throws Exception {
    Channel<Channel<Integer>> toClose = new Channel<>("to close");
    Running<Void> closer =
        Running.start(() -> {
          for (int i = 0; i < ROUNDS; i++) {
            toClose.recv().close();
          }
          return null;
        });
    for (int i = 0; i < ROUNDS; i++) {
      Channel<Integer> channel = kind.make("closing");
      channel.aSend(i);
      toClose.send(channel);
      if (i % 2 == 0) {
        assertTrue(channel.recvPoll(value -> {}));
      } else {
        assertEquals(i, prefer(channel.recvEvt(), alwaysEvt(-1)).sync());
      }
    }
    closer.get();
  }
}
