package dev.hocket.bench.channels;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A library whose operations block the calling thread: each process is a virtual thread. */
abstract class ThreadPeer<C> implements ChannelPeer {
  private final String name;

  /** An operation that returns the number received; 0 if it has sent. */
  interface Step {
    int run() throws Exception;
  }

  ThreadPeer(String name) {
    this.name = name;
  }

  abstract C channel(int capacity);

  abstract void send(C channel) throws Exception;

  abstract int receive(C channel) throws Exception;

  /**
   * A choice among sending to any of some channels and receiving from any of others, for a library
   * that has choices.
   */
  Step anyOf(List<C> toSend, List<C> toReceive) {
    throw new UnsupportedOperationException(name + " has no choice");
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final long exchange(int capacity, int pairs, int messages) throws Exception {
    C channel = channel(capacity);
    List<Callable<Long>> processes = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      processes.add(sender(channel, messages));
      processes.add(receiver(channel, messages));
    }
    return sum(processes);
  }

  @Override
  public final long chain(int length, int messages) throws Exception {
    List<C> channels = channels(length + 1);
    List<Callable<Long>> processes = new ArrayList<>();
    processes.add(receiver(channels.get(length), messages));
    for (int i = 0; i < length; i++) {
      C from = channels.get(i);
      C to = channels.get(i + 1);
      processes.add(() -> {
        for (int j = 0; j < messages; j++) {
          receive(from);
          send(to);
        }
        return 0L;
      });
    }
    processes.add(sender(channels.getFirst(), messages));
    return sum(processes);
  }

  @Override
  public final long pairs(int pairs, int messages) throws Exception {
    List<Callable<Long>> processes = new ArrayList<>();
    for (C channel : channels(pairs)) {
      processes.add(sender(channel, messages));
      processes.add(receiver(channel, messages));
    }
    return sum(processes);
  }

  @Override
  public final long choice(int branches, int senders, int messages) throws Exception {
    List<C> channels = channels(branches);
    List<Callable<Long>> processes = new ArrayList<>();
    for (int i = 0; i < senders; i++) {
      int first = i;
      processes.add(() -> {
        for (int j = 0; j < messages; j++) {
          send(channels.get((first + j) % branches));
        }
        return 0L;
      });
      processes.add(repeated(anyOf(List.of(), channels), messages));
    }
    return sum(processes);
  }

  @Override
  public final long mixed(int branches, int pairs, int messages) throws Exception {
    List<C> channels = channels(branches);
    List<C> even =
        IntStream.range(0, branches).filter(i -> i % 2 == 0).mapToObj(channels::get).toList();
    List<C> odd =
        IntStream.range(0, branches).filter(i -> i % 2 == 1).mapToObj(channels::get).toList();
    List<Callable<Long>> processes = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      processes.add(repeated(anyOf(even, odd), messages));
      processes.add(repeated(anyOf(odd, even), messages));
    }
    return sum(processes);
  }

  private List<C> channels(int count) {
    return IntStream.range(0, count).mapToObj(i -> channel(0)).toList();
  }

  private Callable<Long> sender(C channel, int messages) {
    return () -> {
      for (int i = 0; i < messages; i++) {
        send(channel);
      }
      return 0L;
    };
  }

  private Callable<Long> receiver(C channel, int messages) {
    return repeated(() -> receive(channel), messages);
  }

  private static Callable<Long> repeated(Step step, int times) {
    return () -> {
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += step.run();
      }
      return sum;
    };
  }

  /** Runs each process on a virtual thread, and returns the sum of the results. */
  static long sum(List<Callable<Long>> processes) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long sum = 0;
      for (Future<Long> process : threads.invokeAll(processes)) {
        sum += process.get();
      }
      return sum;
    }
  }
}
