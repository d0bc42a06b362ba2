package dev.hocket.events;

import static dev.hocket.events.Events.alwaysEvt;
import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.joinEvt;
import static dev.hocket.events.Events.prefer;
import static dev.hocket.events.Events.timeOutEvt;
import static dev.hocket.events.Events.withNack;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.channels.QueuesPeek;
import dev.hocket.events.timers.TimersPeek;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * One program for each leak that libraries with choice have had. Each is a round that can be
 * repeated any number of times, with values so large that a leak fills the heap, and counts the
 * remaining entries.
 */
enum Soak {
  /** A choice over a busy and an idle channel leaves an entry in the idle one. */
  IDLE_CHANNEL {
    @Override
    void round(int i) throws Exception {
      busy.aSend(value());
      (i % 2 == 0 ? prefer(idle.recvEvt(), busy.recvEvt()) : prefer(busy.recvEvt(), idle.recvEvt()))
          .sync();
      CompletableFuture<byte[]> waiting =
          (i % 2 == 0
                  ? choose(idle.recvEvt(), busy.recvEvt())
                  : choose(busy.recvEvt(), idle.recvEvt()))
              .toFuture();
      busy.aSend(value());
      waiting.get();
    }
  },

  /** A choice of sends leaves an entry in the idle channel, with its value. */
  IDLE_CHANNEL_OF_SENDS {
    @Override
    void round(int i) throws Exception {
      choose(idle.sendEvt(value()), busy.sendEvt(value())).sTrans().aSync();
      busy.recv();
    }
  },

  /** A timeout that is not chosen stays until its time has come. */
  TIMEOUT_BESIDE_A_RECEIVE {
    @Override
    void round(int i) throws Exception {
      byte[] late = value();
      CompletableFuture<byte[]> waiting =
          choose(busy.recvEvt(), timeOutEvt(HOUR).wrap(none -> late)).toFuture();
      busy.aSend(value());
      waiting.get();
    }
  },

  /** A timeout that is chosen leaves the receive in the channel. */
  TIMEOUT_THAT_WINS {
    @Override
    void round(int i) throws Exception {
      byte[] late = value();
      choose(idle.recvEvt(), timeOutEvt(Duration.ofNanos(i % 3)).wrap(none -> late)).sync();
    }
  },

  /** Thousands of threads wait for one timeout, in a choice with an event that happens. */
  SHARED_TIMEOUT {
    private final IVar<byte[]> deadline = new IVar<>();

    @Override
    void round(int i) throws Exception {
      Queue<CompletableFuture<byte[]>> all = new ArrayDeque<>();
      for (int n = 0; n < (i % 1_000 == 0 ? 5_000 : 1); n++) {
        all.add(
            choose(busy.recvEvt(), deadline.getEvt(), choose(timeOutEvt(HOUR).wrap(none -> NONE)))
                .toFuture());
      }
      while (!all.isEmpty()) {
        busy.aSend(value());
        all.remove().get();
      }
    }

    @Override
    int left() {
      return super.left() + deadline.waiting();
    }
  },

  /** A synchronisation that was withdrawn stays in its queues. */
  WITHDRAWN {
    @Override
    void round(int i) throws Exception {
      byte[] late = value();
      CompletableFuture<byte[]> receive =
          choose(idle.recvEvt(), timeOutEvt(HOUR).wrap(none -> late)).toFuture();
      CompletableFuture<Void> send = idle.sendEvt(value()).wrap(sent -> sent).toFuture();
      // The two have met, so the idle channel is idle again.
      receive.get();
      send.get();
      CompletableFuture<byte[]> alone = idle.recvEvt().toFuture();
      CompletableFuture<Void> either = choose(busy.sendEvt(value()), timeOutEvt(HOUR)).toFuture();
      check(alone.cancel(false) && either.cancel(false));
    }
  },

  /** A wait that was interrupted stays in its queues. */
  INTERRUPTED {
    @Override
    void round(int i) throws Exception {
      Thread waiting = Thread.currentThread();
      CompletableFuture<Void> interrupt =
          timeOutEvt(Duration.ofNanos(1))
              .wrap(none -> {
                waiting.interrupt();
                return none;
              })
              .toFuture();
      try {
        choose(idle.recvEvt(), timeOutEvt(HOUR).wrap(none -> NONE)).sync();
      } catch (InterruptedException interrupted) {
        interrupt.get();
        return;
      }
      check(false);
    }
  },

  /** A nack that never fires keeps its waiters. */
  NACKS {
    private final IVar<byte[]> lasting = new IVar<>();

    @Override
    void round(int i) throws Exception {
      byte[] value = value();
      choose(
              withNack(nack -> {
                nack.sTrans().aWrap(lost -> value).aSync();
                return busy.recvEvt();
              }),
              lasting.getEvt())
          .sTrans()
          .aSync();
      busy.send(value);
    }

    @Override
    int left() {
      return super.left() + lasting.waiting();
    }
  },

  /** A callback on which no thread synchronises keeps its value. */
  CALLBACKS {
    @Override
    void round(int i) throws Exception {
      busy.aRecvEvt().callbackEvt(value -> value).aSync();
      busy.send(value());
    }
  },

  /** A thread that never ends and that every round waits for, and threads that have ended. */
  THREADS {
    private final IVar<byte[]> over = new IVar<>();
    private final Thread lasting = Events.spawn(over::get);

    @Override
    void round(int i) throws Exception {
      byte[] late = value();
      CompletableFuture<byte[]> waiting =
          choose(busy.recvEvt(), joinEvt(lasting).wrap(none -> late)).toFuture();
      busy.aSend(value());
      waiting.get();
      check(prefer(joinEvt(lasting).wrap(none -> NONE), alwaysEvt(late)).sync() == late);
      Thread brief = Events.spawn(() -> busy.aSend(late));
      joinEvt(brief).sync();
      joinEvt(brief).sync();
      check(busy.recv() == late);
    }

    @Override
    void end() {
      over.put(NONE);
    }
  },

  /** A block that never ends and that every round waits for, and blocks that have ended. */
  BLOCKS {
    private final IVar<byte[]> over = new IVar<>();
    private final Target target = Targets.createVirtual("soak");
    private final Block lasting = target.submit("lasting", over::get);

    @Override
    void round(int i) throws Exception {
      byte[] late = value();
      CompletableFuture<byte[]> waiting =
          choose(busy.recvEvt(), doneEvt(lasting).wrap(none -> late)).toFuture();
      busy.aSend(value());
      waiting.get();
      check(prefer(doneEvt(lasting).wrap(none -> NONE), alwaysEvt(late)).sync() == late);
      Block brief = target.submit("brief", () -> busy.aSend(late));
      doneEvt(brief).sync();
      doneEvt(brief).sync();
      check(busy.recv() == late);
    }

    @Override
    void end() {
      over.put(NONE);
    }
  },

  /** A listener that a program forgot to close, and one that it closes. */
  FORGOTTEN_LISTENER {
    private final Multicast<byte[]> news = new Multicast<>("news");

    @Override
    void round(int i) throws Exception {
      news.listen(2);
      try (Multicast.Listener<byte[]> closed = news.listen()) {
        for (int n = 0; n < 3; n++) {
          news.send(value());
        }
        check(closed.pending() == 3);
      }
    }

    @Override
    int left() {
      return super.left() + news.size();
    }
  },

  /** A future that never completes and that every round waits for. */
  LISTENERS {
    private final CompletableFuture<byte[]> lasting = new CompletableFuture<>();

    @Override
    void round(int i) throws Exception {
      CompletableFuture<byte[]> waiting =
          choose(busy.recvEvt(), Events.futureEvt(lasting)).toFuture();
      busy.aSend(value());
      waiting.get();
    }

    @Override
    int left() {
      return super.left() + lasting.getNumberOfDependents() - 1;
    }
  };

  private static int valueBytes = 200;

  static final byte[] NONE = {};
  static final Duration HOUR = Duration.ofHours(1);

  final Channel<byte[]> busy = new Channel<>("busy");
  final Channel<byte[]> idle = new Channel<>("idle");

  abstract void round(int i) throws Exception;

  private static byte[] value() {
    return new byte[valueBytes];
  }

  /** The number of entries that are left when no operation is in progress. */
  int left() {
    return TimersPeek.size()
        + (QueuesPeek.senders(busy.queues).isEmpty() && QueuesPeek.receivers(busy.queues).isEmpty()
            ? 0
            : 1)
        + (QueuesPeek.senders(idle.queues).isEmpty() && QueuesPeek.receivers(idle.queues).isEmpty()
            ? 0
            : 1);
  }

  /** Ends threads that would outlive the program. */
  void end() {}

  private static void check(boolean condition) {
    if (!condition) {
      throw new AssertionError("a round that did not go as it must");
    }
  }

  /**
   * Runs soaks, and prints the number of entries that each leaves.
   *
   * @param args the number of rounds, the bytes of each value, and the names of the soaks
   */
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    valueBytes = Integer.parseInt(args[1]);
    for (int s = 2; s < args.length; s++) {
      Soak soak = valueOf(args[s]);
      for (int i = 0; i < rounds; i++) {
        soak.round(i);
      }
      Eventually.holds(() -> soak.left() == 0);
      System.out.println(soak + " left " + soak.left());
    }
    for (Soak soak : values()) {
      soak.end();
    }
  }
}
