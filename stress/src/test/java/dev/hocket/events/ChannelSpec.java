package dev.hocket.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The sequential specification of two channels for a program that never waits; {@link LincheckTest}
 * compares the library with it. It needs no locks and no claims: a taken offer stays in its queues,
 * marked.
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
    boolean failed;
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
  public String sendOrReceiveAnywhere(int value) {
    for (Queues at : channels) {
      String sent = trySend(at, value);
      String done = sent != null ? sent : tryReceive(at);
      if (done != null) {
        return done;
      }
    }
    return NOTHING;
  }

  @Override
  public String aSendOrReceive(int value) {
    return aSendTo(0, value, 1, true);
  }

  @Override
  public String aReceiveOrSend(int value) {
    return aSendTo(1, value, 0, false);
  }

  private String aSendTo(int out, int value, int in, boolean sendFirst) {
    String first = sendFirst ? trySend(channels.get(out), value) : tryReceive(channels.get(in));
    String done =
        first != null
            ? first
            : sendFirst ? tryReceive(channels.get(in)) : trySend(channels.get(out), value);
    return left(done, new Offer(value), List.of(channels.get(out)), List.of(channels.get(in)));
  }

  @Override
  public String aSendTwice(int channel, int value) {
    Queues at = channels.get(channel);
    return left(trySend(at, value), new Offer(value), List.of(at, at), List.of());
  }

  /** Puts an offer into channels, unless it is already done. */
  private String left(String done, Offer offer, List<Queues> senders, List<Queues> receivers) {
    if (done != null) {
      return done.equals(CLOSED) ? CLOSED : LEFT;
    }
    if (senders.stream().anyMatch(this::isFull)) {
      return FULL;
    }
    senders.forEach(at -> at.senders.add(offer));
    receivers.forEach(at -> at.receivers.add(offer));
    return LEFT;
  }

  @Override
  public String fail(int channel) {
    Queues at = channels.get(channel);
    List<Integer> lost = new ArrayList<>();
    if (!at.failed) {
      close(channel);
      at.failed = true;
      lost.addAll(at.buffer);
      at.buffer.clear();
      for (Offer offer : at.senders) {
        if (!offer.taken) {
          offer.taken = true;
          lost.add(offer.value);
        }
      }
    }
    return lost.toString();
  }

  @Override
  public void close(int channel) {
    Queues at = channels.get(channel);
    at.closed = true;
    // Every synchronisation that waits for this channel, whatever its other branches, chooses its
    // end.
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
