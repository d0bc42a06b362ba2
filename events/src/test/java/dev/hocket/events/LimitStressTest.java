package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Sends in all ways to a limited channel, many of them withdrawn, interrupted or timed out: those
 * that have happened are received once, the others never, and all the room is given back.
 */
@Timeout(120)
class LimitStressTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  private static final int ROUNDS = Boolean.getBoolean("hocket.long") ? 20_000 : 500;
  private static final int CREATORS = 6;
  private static final int RECEIVERS = 3;
  private static final int SENDS = 60;

  private final AtomicInteger values = new AtomicInteger();
  private final Queue<Integer> sent = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> received = new ConcurrentLinkedQueue<>();

  @Test
  void whatHasBeenSent_isReceivedOnce_andNoRoomIsLost() throws Exception {
    System.out.println("hocket.seed=" + SEED);
    Random random = new Random(SEED);
    int all = 0;
    for (int i = 0; i < ROUNDS; i++) {
      round(random, i % 2 == 0);
      all += received.size();
      sent.clear();
      received.clear();
    }
    assertTrue(all > ROUNDS * SENDS, "only " + all + " have been received");
  }

  private void round(Random random, boolean interrupting) throws Exception {
    int limit = 1 + random.nextInt(3);
    Channel<Integer> limited = Channel.limited("limited", limit, Overflow.WAIT);
    Channel<Integer> free = new Channel<>("free");
    List<Running<Void>> creators = new ArrayList<>();
    for (int i = 0; i < CREATORS; i++) {
      Random own = new Random(random.nextLong());
      creators.add(Running.start(() -> create(limited, free, own)));
    }
    List<Running<Void>> receivers = new ArrayList<>();
    for (int i = 0; i < RECEIVERS; i++) {
      receivers.add(Running.start(() -> receive(choose(limited.recvEvt(), free.recvEvt()))));
    }
    while (interrupting && creators.stream().anyMatch(creator -> !creator.isDone())) {
      creators.get(random.nextInt(CREATORS)).thread.interrupt();
      Thread.yield();
    }
    for (Running<Void> creator : creators) {
      creator.get();
    }
    Eventually.holds(() -> received.size() >= sent.size());
    for (Running<Void> receiver : receivers) {
      receiver.thread.interrupt();
      receiver.get();
    }
    assertEquals(sent.stream().sorted().toList(), received.stream().sorted().toList());
    assertTrue(limited.senders.isEmpty() && free.senders.isEmpty());
    for (int i = 0; i < limit; i++) {
      limited.aSend(i); // So there is room for as many as ever.
    }
  }

  private Void create(Channel<Integer> limited, Channel<Integer> free, Random random)
      throws InterruptedException {
    for (int i = 0; i < SENDS; i++) {
      int value = values.incrementAndGet();
      try {
        if (send(value, limited, free, random)) {
          sent.add(value);
        }
      } catch (InterruptedException interrupted) {
        // Then it has not been sent.
      }
    }
    return null;
  }

  /** False if it was withdrawn or came too late. */
  private static boolean send(
      int value, Channel<Integer> limited, Channel<Integer> free, Random random)
      throws InterruptedException {
    Event<Void> send = limited.sendEvt(value);
    switch (random.nextInt(6)) {
      case 0 -> send.sTrans().aSync();
      case 1 -> choose(send, limited.sendEvt(value)).sTrans().aSync();
      case 2 -> choose(send, free.sendEvt(value)).sTrans().aSync();
      case 3 -> send.sync();
      case 4 -> {
        return !choose(send, never()).toFuture().cancel(false);
      }
      default -> {
        Duration time = Duration.ofNanos(random.nextInt(200_000));
        return choose(send.wrap(none -> true), timeOutEvt(time).wrap(none -> false)).sync();
      }
    }
    return true;
  }

  private Void receive(Event<Integer> either) {
    try {
      while (true) {
        received.add(either.sync());
      }
    } catch (InterruptedException over) {
      return null;
    }
  }
}
