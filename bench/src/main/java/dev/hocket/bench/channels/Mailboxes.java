package dev.hocket.bench.channels;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.events.Mailbox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/** Compares the library's mailbox with two classic designs of Concurrent ML. */
public final class Mailboxes {
  private static final int MESSAGES = 100_000;
  private static final int[][] CONFIGURATIONS = {{1, 1}, {4, 1}, {1, 4}, {4, 4}};

  private interface Send {
    void send(int value) throws InterruptedException;
  }

  private interface Receive {
    int receive() throws InterruptedException;
  }

  private record Box(Send send, Receive receive, Runnable close) {}

  private interface Maker {
    Box make();
  }

  private final int producers;
  private final int consumers;
  private final int messages;

  private Mailboxes(int producers, int consumers, int messages) {
    this.producers = producers;
    this.consumers = consumers;
    this.messages = messages;
  }

  public static void run(Settings settings) throws Exception {
    int messages = settings.isQuick() ? MESSAGES / 100 : MESSAGES;
    for (int[] configuration : CONFIGURATIONS) {
      new Mailboxes(configuration[0], configuration[1], messages).race(settings);
    }
  }

  private void race(Settings settings) throws Exception {
    new Race("mailbox, %d to %d, per message".formatted(producers, consumers))
        .with("Hocket, asynchronous events", () -> nanos(Mailboxes::ours))
        .with("a state under a lock, I-variables", () -> nanos(Mailboxes::locked))
        .with("a server process", () -> nanos(Mailboxes::served))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
  }

  private static Box ours() {
    Mailbox<Integer> mailbox = new Mailbox<>("bench");
    return new Box(mailbox::send, mailbox::recv, mailbox::close);
  }

  private static Box locked() {
    LockedMailbox<Integer> mailbox = new LockedMailbox<>();
    return new Box(mailbox::send, mailbox::recv, () -> {});
  }

  private static Box served() {
    ServerMailbox<Integer> mailbox = new ServerMailbox<>();
    return new Box(mailbox::send, mailbox::recv, mailbox::close);
  }

  private double nanos(Maker maker) throws Exception {
    long start = System.nanoTime();
    Box box = maker.make();
    List<Callable<Long>> processes = new ArrayList<>();
    for (int producer = 0; producer < producers; producer++) {
      int first = producer;
      processes.add(() -> produce(box, first));
    }
    for (int i = 0; i < consumers; i++) {
      processes.add(() -> consume(box));
    }
    long sum = ThreadPeer.sum(processes);
    long nanos = System.nanoTime() - start;
    box.close().run();
    long expected = (messages - 1L) * messages / 2;
    if (sum != expected) {
      throw new AssertionError("received numbers of sum " + sum + ", not " + expected);
    }
    return (double) nanos / messages;
  }

  /** Each producer sends numbers of its own, so that a number identifies its producer. */
  private long produce(Box box, int first) throws InterruptedException {
    for (int value = first; value < messages; value += producers) {
      box.send().send(value);
    }
    return 0;
  }

  /**
   * Returns the sum of the received numbers, after checking that each producer's numbers arrive in
   * order.
   */
  private long consume(Box box) throws InterruptedException {
    int[] last = new int[producers];
    Arrays.fill(last, -1);
    long sum = 0;
    for (int i = 0; i < messages / consumers; i++) {
      int value = box.receive().receive();
      int producer = value % producers;
      if (value <= last[producer]) {
        throw new AssertionError("received " + value + " after " + last[producer]);
      }
      last[producer] = value;
      sum += value;
    }
    return sum;
  }
}
