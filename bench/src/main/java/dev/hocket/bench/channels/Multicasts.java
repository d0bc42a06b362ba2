package dev.hocket.bench.channels;

import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import dev.hocket.events.Multicast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Compares the library's multicast channel with Concurrent ML's classic design. */
public final class Multicasts {
  private static final int DELIVERIES = 128_000;
  private static final int[] LISTENERS = {1, 8, 64};

  private interface Send {
    void send(int value) throws InterruptedException;
  }

  private interface Receive {
    int receive() throws InterruptedException;
  }

  private final int listeners;
  private final int messages;

  private Multicasts(int listeners, int deliveries) {
    this.listeners = listeners;
    this.messages = deliveries / listeners;
  }

  public static void run(Settings settings) throws Exception {
    int deliveries = settings.isQuick() ? DELIVERIES / 100 : DELIVERIES;
    for (int listeners : LISTENERS) {
      Multicasts multicasts = new Multicasts(listeners, deliveries);
      String number = listeners == 1 ? "1 listener" : listeners + " listeners";
      new Race("multicast, " + number + ", per value received")
          .with("Hocket, asynchronous events", multicasts::ours)
          .with("a server process, I-variables", multicasts::classic)
          .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    }
  }

  private double ours() throws Exception {
    long start = System.nanoTime();
    Multicast<Integer> channel = new Multicast<>();
    List<Receive> receives = new ArrayList<>();
    for (int i = 0; i < listeners; i++) {
      receives.add(channel.listen(messages)::recv);
    }
    double nanos = nanos(start, channel::send, receives);
    channel.close();
    return nanos;
  }

  private double classic() throws Exception {
    long start = System.nanoTime();
    try (ServerMulticast<Integer> channel = new ServerMulticast<>()) {
      List<Receive> receives = new ArrayList<>();
      for (int i = 0; i < listeners; i++) {
        receives.add(channel.listen()::recv);
      }
      return nanos(start, channel::send, receives);
    }
  }

  private double nanos(long start, Send send, List<Receive> receives) throws Exception {
    List<Callable<Long>> processes = new ArrayList<>();
    receives.forEach(receive -> processes.add(() -> receiveAll(receive)));
    processes.add(() -> {
      for (int i = 0; i < messages; i++) {
        send.send(i);
      }
      return 0L;
    });
    long received = ThreadPeer.sum(processes);
    long nanos = System.nanoTime() - start;
    if (received != (long) listeners * messages) {
      throw new AssertionError(received + " values of " + (long) listeners * messages);
    }
    return (double) nanos / received;
  }

  /** Returns how many values were received, after checking that all arrived and in order. */
  private long receiveAll(Receive receive) throws InterruptedException {
    for (int i = 0; i < messages; i++) {
      int value = receive.receive();
      if (value != i) {
        throw new AssertionError("received " + value + " where " + i + " was to be next");
      }
    }
    return messages;
  }
}
