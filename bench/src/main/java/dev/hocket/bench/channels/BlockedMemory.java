package dev.hocket.bench.channels;

import dev.hocket.bench.handlers.ParkedThreads;
import dev.hocket.bench.handlers.WaitingHeap;
import dev.hocket.bench.race.Settings;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The heap memory of blocked processes, with their stacks, and of pending asynchronous sends. All
 * of them wait at the same channel, or at the same two channels.
 */
public final class BlockedMemory {
  private BlockedMemory() {}

  public static void run(Settings settings) throws Exception {
    WaitingHeap processes = new WaitingHeap("blocked processes", "process", settings);
    processes.printWarm("Hocket, in recv", Receivers::new);
    processes.printWarm("Hocket, in a choice of 2, one event for all", () -> new Choosers(true));
    processes.printWarm("Hocket, in a choice of 2, made by each", () -> new Choosers(false));
    processes.printWarm("a parked virtual thread each", ParkedThreads::new);
    WaitingHeap sends = new WaitingHeap("pending sends", "send", settings);
    sends.printWarm("Hocket, aSync(aSendEvt)", Sends::new);
    sends.printWarm("Hocket, with a post-consumption action", SendsWithAction::new);
    sends.printWarm("a virtual thread each, in send", Senders::new);
  }

  /** Starts n processes that each run the blocking body once; returns only when all are blocked. */
  private static void start(int n, CountDownLatch ended, Events.Body body, Channel<?>... queues) {
    AtomicInteger started = new AtomicInteger();
    for (int i = 0; i < n; i++) {
      Events.spawn(() -> {
        started.incrementAndGet();
        body.run();
        ended.countDown();
      });
    }
    // Counting the waiting threads walks the queue under its lock, so we count only when the queue
    // is nearly complete.
    while (started.get() < n) {
      Thread.onSpinWait();
    }
    for (Channel<?> queue : queues) {
      while (queue.waiting() + queue.pending() < n) {
        Thread.onSpinWait();
      }
    }
  }

  private static final class Receivers implements WaitingHeap.Waiters {
    private final Channel<Integer> channel = new Channel<>();

    @Override
    public void start(int n, CountDownLatch ended) {
      BlockedMemory.start(n, ended, channel::recv, channel);
    }

    @Override
    public void open() throws InterruptedException {
      sendAll(channel);
    }
  }

  private static final class Choosers implements WaitingHeap.Waiters {
    private final Channel<Integer> one = new Channel<>();
    private final Channel<Integer> other = new Channel<>();
    private final Events.Body choosing;

    Choosers(boolean sharing) {
      Event<Integer> shared = Events.choose(one.recvEvt(), other.recvEvt());
      choosing = sharing ? shared::sync : () -> Events.select(one.recvEvt(), other.recvEvt());
    }

    @Override
    public void start(int n, CountDownLatch ended) {
      BlockedMemory.start(n, ended, choosing, one, other);
    }

    @Override
    public void open() throws InterruptedException {
      while (one.sendPoll(1) && other.sendPoll(1)) {
        // Half of the processes receive from one channel, half from the other.
      }
    }
  }

  private static final class Senders implements WaitingHeap.Waiters {
    private final Channel<Integer> channel = new Channel<>();

    @Override
    public void start(int n, CountDownLatch ended) {
      BlockedMemory.start(n, ended, () -> channel.send(1), channel);
    }

    @Override
    public void open() {
      while (channel.recvPoll(value -> {})) {
        // Lets the sender continue.
      }
    }
  }

  private static final class Sends implements WaitingHeap.Waiters {
    private final Channel<Integer> channel = new Channel<>();
    private CountDownLatch received;

    @Override
    public void start(int n, CountDownLatch ended) throws InterruptedException {
      received = ended;
      for (int i = 0; i < n; i++) {
        channel.aSendEvt(1).aSync();
      }
    }

    @Override
    public void open() {
      while (channel.recvPoll(value -> received.countDown())) {
        // Waits until no send is pending.
      }
    }
  }

  private static final class SendsWithAction implements WaitingHeap.Waiters {
    private final Channel<Integer> channel = new Channel<>();

    @Override
    public void start(int n, CountDownLatch ended) throws InterruptedException {
      for (int i = 0; i < n; i++) {
        channel
            .aSendEvt(1)
            .aWrap(sent -> {
              ended.countDown();
              return null;
            })
            .aSync();
      }
    }

    @Override
    public void open() {
      while (channel.recvPoll(value -> {})) {
        // Each send has an action, which counts the latch down.
      }
    }
  }

  private static void sendAll(Channel<Integer> channel) throws InterruptedException {
    while (channel.sendPoll(1)) {
      // Waits until no process is blocked.
    }
  }
}
