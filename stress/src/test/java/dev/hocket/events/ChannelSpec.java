package dev.hocket.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What two channels are to a program that never waits, one operation after the other: the
 * specification that {@link LincheckTest} holds the library to. No locks, no claims: an offer that
 * was taken stays in its queues, marked.
 */
public class ChannelSpec implements TwoChannels {
  private static final class Offer {
    final int value;
    boolean taken;

    Offer(int value) {
      this.value = value;
    }
  }

  private static final class Queues {
    final Deque<Offer> senders = new ArrayDeque<>();
    final Deque<Offer> receivers = new ArrayDeque<>();
    final Deque<Integer> buffer = new ArrayDeque<>();
    boolean closed;
  }

  private final List<Queues> channels = List.of(new Queues(), new Queues());
  private final int capacity;
  private final int limit;

  protected ChannelSpec(int capacity, int limit) {
    this.capacity = capacity;
    this.limit = limit;
  }

  @Override
  public String aSend(int channel, int value) {
    Queues at = channels.get(channel);
    String sent = trySend(at, value);
    if (sent != null) {
      return sent;
    }
    if (isFull(at)) {
      return FULL;
    }
    at.senders.add(new Offer(value));
    return SENT;
  }

  @Override
  public String aReceive(int channel) {
    Queues at = channels.get(channel);
    String received = tryReceive(at);
    if (received == null) {
      at.receivers.add(new Offer(0));
    }
    return CLOSED.equals(received) ? CLOSED : LEFT;
  }

  @Override
  public String aSendFirstOf(int value) {
    for (Queues at : channels) {
      String sent = trySend(at, value);
      if (sent != null) {
        return sent;
      }
    }
    if (channels.stream().anyMatch(this::isFull)) {
      return FULL;
    }
    Offer offer = new Offer(value);
    channels.forEach(at -> at.senders.add(offer));
    return SENT;
  }

  @Override
  public String aReceiveFirstOf() {
    for (Queues at : channels) {
      String received = tryReceive(at);
      if (received != null) {
        return received.equals(CLOSED) ? CLOSED : LEFT;
      }
    }
    Offer offer = new Offer(0);
    channels.forEach(at -> at.receivers.add(offer));
    return LEFT;
  }

  @Override
  public String sendPoll(int channel, int value) {
    return orNothing(trySend(channels.get(channel), value));
  }

  @Override
  public String receivePoll(int channel) {
    return orNothing(tryReceive(channels.get(channel)));
  }

  @Override
  public String receiveFirstOf() {
    String received = tryReceive(channels.get(1));
    return orNothing(received != null ? received : tryReceive(channels.get(0)));
  }

  @Override
  public String sendOrReceive(int value) {
    String sent = trySend(channels.get(0), value);
    return orNothing(sent != null ? sent : tryReceive(channels.get(1)));
  }

  @Override
  public void close(int channel) {
    Queues at = channels.get(channel);
    at.closed = true;
    // Whoever waits for this channel, with whatever other branches, has chosen its end.
    at.receivers.forEach(offer -> offer.taken = true);
  }

  private String trySend(Queues at, int value) {
    if (at.closed) {
      return CLOSED;
    }
    if (takeFirst(at.receivers) != null) {
      return SENT;
    }
    if (at.buffer.size() < capacity) {
      at.buffer.add(value);
      return SENT;
    }
    return null;
  }

  private String tryReceive(Queues at) {
    if (!at.buffer.isEmpty()) {
      int value = at.buffer.remove();
      Offer sender = takeFirst(at.senders);
      if (sender != null) {
        at.buffer.add(sender.value);
      }
      return Integer.toString(value);
    }
    Offer sender = takeFirst(at.senders);
    if (sender != null) {
      return Integer.toString(sender.value);
    }
    return at.closed ? CLOSED : null;
  }

  private boolean isFull(Queues at) {
    return at.senders.stream().filter(offer -> !offer.taken).count() >= limit;
  }

  private static Offer takeFirst(Deque<Offer> queue) {
    for (Offer offer : new ArrayList<>(queue)) {
      queue.remove();
      if (!offer.taken) {
        offer.taken = true;
        return offer;
      }
    }
    return null;
  }

  private static String orNothing(String result) {
    return result == null ? NOTHING : result;
  }
}
