package dev.hocket.events;

import dev.hocket.core.Completion;
import dev.hocket.core.Span;
import dev.hocket.events.choice.SuspendedDeposit;
import dev.hocket.events.steps.Failure;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A send to a multicast for which a suspended handler waits, while listeners have no room: the
 * steps of {@link Multicast#send(Object)}, each on the thread that has made room for it.
 */
// One thread at a time takes the steps. It enqueues the handler for room, and the thread that makes
// room runs Turn.run, perhaps before the first has returned from that; both note it, and the later
// one goes on. `turn` is null while a thread takes steps, so that a withdrawal waits for their end,
// in which no thread waits.
final class MulticastSend<T> implements Completion<Void> {
  private final Multicast<T> multicast;
  private final T value;

  /** The part of a request that sends, whichever thread does. */
  private final Span sender = Span.current();

  private final Set<Multicast.Listener<T>> reserved = new HashSet<>();
  private Throwable failure;
  private Runnable wake;
  private volatile Turn turn;
  private volatile boolean isOver;

  MulticastSend(Multicast<T> multicast, T value) {
    this.multicast = multicast;
    this.value = value;
  }

  /** The wait for room at one listener. */
  private final class Turn implements Runnable {
    private final Multicast.Listener<T> listener;
    private final SuspendedDeposit reservation;
    private final AtomicBoolean isNoted = new AtomicBoolean();

    Turn(Multicast.Listener<T> listener) {
      this.listener = listener;
      this.reservation = listener.reserve(this);
    }

    /** Returns whether another thread goes on. */
    boolean waits() {
      return reservation.isInLine() && !isNoted.getAndSet(true);
    }

    @Override
    public void run() {
      if (isNoted.getAndSet(true)) {
        turn = null;
        goOnAsSender(this);
      }
    }

    /** The handler, for dumps of waiting code. */
    @Override
    public String toString() {
      return wake.toString();
    }
  }

  @Override
  public boolean start(Runnable wakeHandler) {
    wake = wakeHandler;
    return !goOn(null);
  }

  /** Goes on after a wait, on a thread that works for any request or for none. */
  private void goOnAsSender(Turn after) {
    Span share = sender == null ? null : sender.enter();
    try {
      if (goOn(after)) {
        wake.run();
      }
    } finally {
      if (share != null) {
        share.close();
      }
    }
  }

  /** Takes steps until the send is over, which it returns, or must wait for room. */
  private boolean goOn(Turn after) {
    try {
      note(after);
      for (Multicast.Listener<T> full; (full = multicast.giveToAll(value, reserved)) != null; ) {
        Turn next = new Turn(full);
        turn = next;
        if (next.waits()) {
          return false;
        }
        turn = null;
        note(next);
      }
    } catch (Throwable thrown) {
      turn = null;
      failure = thrown;
      reserved.forEach(Multicast.Listener::release);
    }
    isOver = true;
    return true;
  }

  /** Notes the end of a wait: room, or the end of the listener. */
  private void note(Turn turnThatIsOver) {
    if (turnThatIsOver != null && turnThatIsOver.reservation.isInPlace()) {
      reserved.add(turnThatIsOver.listener);
    }
  }

  @Override
  public boolean withdraw() {
    while (!isOver) {
      Turn present = turn;
      if (present != null && present.reservation.withdraw()) {
        reserved.forEach(Multicast.Listener::release);
        isOver = true;
        return true;
      }
      // The thread that takes steps may be a virtual thread that needs this carrier.
      Thread.yield();
    }
    return false;
  }

  @Override
  public Void result() {
    if (failure != null) {
      throw Failure.sneak(failure);
    }
    return null;
  }

  @Override
  public String toString() {
    return "send to " + multicast;
  }
}
