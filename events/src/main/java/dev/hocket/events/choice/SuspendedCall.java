package dev.hocket.events.choice;

import dev.hocket.core.Completion;
import dev.hocket.events.steps.Failure;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Two synchronisations for which a suspended handler waits, one after the other: the call of a
 * procedure, and its return.
 */
// Each of the two is begun by one thread and ended by another, which may be faster. So both note
// it, in either order, and the later one goes on: after the call it begins to wait for the reply,
// after the reply it wakes the handler. By then the waiter of the synchronisation is known.
// Until `begun`, a withdrawal that finds the call committed spins: no thread waits in between.
final class SuspendedCall implements Completion<Object> {
  private final String what;
  private final SuspendedSync call;
  private final SuspendedSync reply;
  private final AtomicBoolean callNoted = new AtomicBoolean();
  private final AtomicBoolean replyNoted = new AtomicBoolean();
  private Runnable wake;

  /** Whether the reply is waited for; written before {@link #begun}. */
  private boolean awaitsReply;

  private Throwable failure;
  private volatile boolean begun;

  SuspendedCall(String what, Branches call, Branches reply) {
    this.what = what;
    this.call = new SuspendedSync(call);
    this.reply = new SuspendedSync(reply);
  }

  @Override
  public boolean start(Runnable wakeHandler) {
    wake = wakeHandler;
    boolean isEnqueued = call.start(new Noted(this::accepted));
    return isEnqueued && !callNoted.getAndSet(true) || begin();
  }

  private void accepted() {
    if (callNoted.getAndSet(true) && !begin()) {
      wake.run();
    }
  }

  private void replied() {
    if (replyNoted.getAndSet(true)) {
      wake.run();
    }
  }

  /** Begins to wait for the reply; returns whether it has still to come. */
  private boolean begin() {
    try {
      call.result();
      awaitsReply = reply.start(new Noted(this::replied));
    } catch (Throwable thrown) {
      failure = thrown;
    }
    begun = true;
    return awaitsReply && !replyNoted.getAndSet(true);
  }

  /** Wakes one of the two synchronisations. */
  private final class Noted implements Runnable {
    private final Runnable note;

    Noted(Runnable note) {
      this.note = note;
    }

    @Override
    public void run() {
      note.run();
    }

    /** The handler, for dumps of waiting code. */
    @Override
    public String toString() {
      return wake.toString();
    }
  }

  @Override
  public boolean withdraw() {
    if (call.withdraw()) {
      begun = true; // Another withdrawal must not wait for this.
      return true;
    }
    while (!begun) {
      // The committing thread may be a virtual thread that needs this carrier.
      Thread.yield();
    }
    return awaitsReply && reply.withdraw();
  }

  @Override
  public Object result() throws InterruptedException {
    if (failure != null) {
      throw Failure.sneak(failure);
    }
    return reply.result();
  }

  @Override
  public String toString() {
    return what;
  }
}
