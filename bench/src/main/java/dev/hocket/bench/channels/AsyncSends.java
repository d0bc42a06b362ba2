package dev.hocket.bench.channels;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.Channel;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/**
 * Compares the cost of an asynchronous send with a synchronous send and with a virtual thread per
 * send: one sender, one receiver (MultiMLton's asyncCommCost).
 */
public final class AsyncSends {
  private static final int MESSAGES = 100_000;

  private interface Sender {
    /** Sends a number. If there is an action, it counts the latch down after the receipt. */
    void send(Channel<Integer> channel, int number, CountDownLatch acted)
        throws InterruptedException;
  }

  private interface Body {
    void run() throws InterruptedException;
  }

  private final Settings settings;
  private final int messages;

  private AsyncSends(Settings settings) {
    this.settings = settings;
    this.messages = settings.isQuick() ? MESSAGES / 100 : MESSAGES;
  }

  public static void run(Settings settings) throws Exception {
    AsyncSends sends = new AsyncSends(settings);
    sends.plain();
    sends.withAction();
  }

  private void plain() throws Exception {
    Sender async = (channel, i, acted) -> channel.aSendEvt(i).aSync();
    Sender direct = (channel, i, acted) -> channel.aSend(i);
    Sender sync = (channel, i, acted) -> channel.send(i);
    Sender inThreads = (channel, i, acted) -> inThread(() -> channel.send(i));
    new Race("sends, 1 sender, 1 receiver, per message")
        .with("Hocket, aSync(aSendEvt)", () -> nanos(async, true, 0))
        .with("Hocket, aSend", () -> nanos(direct, true, 0))
        .with("Hocket, send", () -> nanos(sync, true, 0))
        .with("a virtual thread per send", () -> nanos(inThreads, false, 0))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private void withAction() throws Exception {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    Sender async = (channel, i, acted) -> channel.aSendEvt(i).aWrap(sent -> counted(acted)).aSync();
    Sender onTarget =
        (channel, i, acted) -> channel.aSendEvt(i).aWrap(target, sent -> counted(acted)).aSync();
    Sender sync =
        (channel, i, acted) -> {
          channel.send(i);
          counted(acted);
        };
    Sender inThreads = (channel, i, acted) -> inThread(() -> sync.send(channel, i, acted));
    new Race("sends with an action after the receipt, 1 sender, 1 receiver, per message")
        .with("Hocket, aSync(aSendEvt.aWrap(action))", () -> nanos(async, true, messages))
        .with("Hocket, the action on a target", () -> nanos(onTarget, true, messages))
        .with("Hocket, send, then the action", () -> nanos(sync, true, messages))
        .with("a virtual thread per send and action", () -> nanos(inThreads, false, messages))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static Void counted(CountDownLatch acted) {
    acted.countDown();
    return null;
  }

  private static void inThread(Body body) {
    Thread.startVirtualThread(() -> {
      try {
        body.run();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
  }

  /** Measures from the first send until all values are received and all actions have run. */
  private double nanos(Sender sender, boolean inOrder, int actions) throws Exception {
    Channel<Integer> channel = new Channel<>();
    CountDownLatch acted = new CountDownLatch(actions);
    Callable<Long> sending =
        () -> {
          for (int i = 0; i < messages; i++) {
            sender.send(channel, i, acted);
          }
          return 0L;
        };
    Callable<Long> receiving = () -> receive(channel, inOrder);
    long start = System.nanoTime();
    long sum = ThreadPeer.sum(List.of(sending, receiving));
    acted.await();
    long nanos = System.nanoTime() - start;
    long expected = (messages - 1L) * messages / 2;
    if (sum != expected) {
      throw new AssertionError("received numbers of sum " + sum + ", not " + expected);
    }
    return (double) nanos / messages;
  }

  private long receive(Channel<Integer> channel, boolean inOrder) throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < messages; i++) {
      int number = channel.recv();
      if (inOrder && number != i) {
        throw new AssertionError("received " + number + " where " + i + " was to be next");
      }
      sum += number;
    }
    return sum;
  }
}
