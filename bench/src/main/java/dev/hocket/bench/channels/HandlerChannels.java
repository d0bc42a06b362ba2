package dev.hocket.bench.channels;

import dev.hocket.bench.handlers.RoundTrips;
import dev.hocket.bench.handlers.WaitingHeap;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.events.Channel;
import dev.hocket.events.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Hocket's channels between handlers that await, on the threads of one worker. */
public final class HandlerChannels implements ChannelPeer {
  /** Makes a process; its code is in the program {@code AwaitingHandlers}. */
  @FunctionalInterface
  public interface Process {
    /**
     * Makes the body of a process that passes messages on.
     *
     * @param from the channel to receive from; null to send only
     * @param to the channel to send to; null to receive only
     * @param messages the number of messages
     * @param done receives the sum of the messages of a process that only receives, else 0
     * @return the body
     */
    Events.AsyncBody of(
        Channel<Integer> from, Channel<Integer> to, int messages, LongConsumer done);
  }

  private record Link(Channel<Integer> from, Channel<Integer> to) {}

  private final Target target = Targets.of(Targets.DEFAULT_WORKER);
  private final Process process;

  HandlerChannels() throws Exception {
    process = RoundTrips.handler("process");
  }

  @Override
  public String name() {
    return "Hocket, handlers that await";
  }

  @Override
  public boolean offers(Need need) {
    return need != Need.CHOICE;
  }

  @Override
  public long exchange(int capacity, int pairs, int messages) throws Exception {
    Channel<Integer> channel =
        capacity == 0 ? new Channel<>() : Channel.buffered("bench", capacity);
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      links.add(new Link(null, channel));
      links.add(new Link(channel, null));
    }
    return sum(links, messages);
  }

  @Override
  public long chain(int length, int messages) throws Exception {
    List<Channel<Integer>> channels = channels(length + 1);
    List<Link> links = new ArrayList<>();
    links.add(new Link(channels.get(length), null));
    for (int i = 0; i < length; i++) {
      links.add(new Link(channels.get(i), channels.get(i + 1)));
    }
    links.add(new Link(null, channels.getFirst()));
    return sum(links, messages);
  }

  @Override
  public long pairs(int pairs, int messages) throws Exception {
    List<Link> links = new ArrayList<>();
    for (Channel<Integer> channel : channels(pairs)) {
      links.add(new Link(null, channel));
      links.add(new Link(channel, null));
    }
    return sum(links, messages);
  }

  private static List<Channel<Integer>> channels(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Channel<Integer>()).toList();
  }

  private long sum(List<Link> links, int messages) throws InterruptedException {
    LongAdder sum = new LongAdder();
    CountDownLatch ended = new CountDownLatch(links.size());
    LongConsumer done =
        received -> {
          sum.add(received);
          ended.countDown();
        };
    for (Link link : links) {
      Events.spawn(target, process.of(link.from, link.to, messages, done));
    }
    ended.await();
    return sum.sum();
  }

  @Override
  public long choice(int branches, int senders, int messages) {
    throw new UnsupportedOperationException("the program has no choice");
  }

  @Override
  public long mixed(int branches, int pairs, int messages) {
    throw new UnsupportedOperationException("the program has no choice");
  }

  /** Handlers that are blocked in a receive from one channel. */
  static final class Blocked implements WaitingHeap.Waiters {
    private final HandlerChannels channels;
    private final Channel<Integer> channel = new Channel<>();

    Blocked(HandlerChannels channels) {
      this.channels = channels;
    }

    @Override
    public void start(int n, CountDownLatch ended) throws InterruptedException {
      LongConsumer done = received -> ended.countDown();
      for (int i = 0; i < n; i++) {
        Events.spawn(channels.target, channels.process.of(channel, null, 1, done));
      }
      while (channels.target.queued() > 0 || channel.waiting() < n) {
        Thread.sleep(1);
      }
    }

    @Override
    public void open() {
      while (channel.sendPoll(1)) {
        // Wakes one handler after the other.
      }
    }
  }
}
