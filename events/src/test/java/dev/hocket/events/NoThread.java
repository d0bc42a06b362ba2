package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.prefer;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A program that creates events of all kinds, and prints the threads before and after the first
 * consumption that needs one. It runs in a JVM of its own, because the threads of other tests
 * remain for a while.
 */
final class NoThread {
  private NoThread() {}

  public static void main(String[] args) throws Exception {
    Set<String> before = threads();
    AtomicInteger made = new AtomicInteger();
    Events.setThreadFactory(body -> {
      made.incrementAndGet();
      return Thread.ofVirtual().unstarted(body);
    });
    CountDownLatch consumed = new CountDownLatch(1);
    Channel<Integer> channel = new Channel<>("channel");
    Channel<Integer> other = Channel.buffered("other", 1);
    create(channel, other, consumed);
    System.out.println("made before a consumption: " + made);
    System.out.println("threads before a consumption: " + added(before));
    if (channel.recv() != 1) {
      throw new AssertionError("not the first value");
    }
    consumed.await();
    System.out.println("made for the first consumption: " + made);
    CompletableFuture<Void> timer = Events.timeOutEvt(Duration.ofHours(1)).toFuture();
    System.out.println("timers: " + added(before).contains("hocket-events-timer"));
    timer.cancel(false);
  }

  /** Creates events. None of them waits, and only the first is consumed, later. */
  private static void create(
      Channel<Integer> channel, Channel<Integer> other, CountDownLatch consumed) throws Exception {
    channel
        .aSendEvt(1)
        .aWrap(sent -> {
          consumed.countDown();
          return sent;
        })
        .aSync();
    channel.aSend(2);
    other.aSend(3);
    other.aSendEvt(4).aSync();
    new Channel<Integer>("received from").aRecvEvt().aWrap(value -> value).aSync();
    choose(new Channel<Integer>().recvEvt(), new Channel<Integer>().recvEvt()).toFuture();
    Events.withNack(nack -> new Channel<Integer>().recvEvt()).sTrans().aSync();
    new Mailbox<Integer>("mailbox").send(5);
    new IVar<Integer>().getEvt().toFuture();
    prefer(Events.timeOutEvt(Duration.ofHours(1)), Events.alwaysEvt((Void) null)).sync();
    new Multicast<Integer>("multicast");
  }

  private static Set<String> added(Set<String> before) {
    Set<String> added = threads();
    added.removeAll(before);
    return added;
  }

  /** Threads of the JVM, and carriers, which are started with the first virtual thread. */
  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
