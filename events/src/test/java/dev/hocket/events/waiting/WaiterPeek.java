package dev.hocket.events.waiting;

/** Shows tests of other packages the inside of waiters. */
public final class WaiterPeek {
  private WaiterPeek() {}

  public static Waiter first(WaitQueue queue) {
    return queue.first();
  }

  public static Waiter next(Waiter waiter) {
    return waiter.next;
  }

  public static Waiter previous(Waiter waiter) {
    return waiter.previous;
  }

  /** Cuts the queue before a waiter: code that goes past it would fail. */
  public static void cutBefore(Waiter waiter) {
    waiter.previous = null;
  }

  /** Cuts the queue behind a waiter: code that goes past it would fail. */
  public static void cutAfter(Waiter waiter) {
    waiter.next = null;
  }

  /** Joins the queue again between two waiters. */
  public static void join(Waiter first, Waiter second) {
    first.next = second;
    second.previous = first;
  }

  /** Commits to a branch, as a partner does. */
  public static boolean claim(Synchronization sync, int branch) {
    return sync.claim(branch);
  }

  /** Makes spinning seem worthwhile, so that at least the next few waits spin. */
  public static AdaptiveSpin heat(AdaptiveSpin spin) {
    Synchronization over = new Synchronization(null, null);
    over.claim(0);
    for (int waits = 0; !spin.seesEndOf(over) && waits < AdaptiveSpin.LONGEST_REST; waits++) {
      // One more wait without spinning.
    }
    return spin;
  }
}
