package dev.hocket.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The listeners for the end of a block: a stack that threads push to by compare-and-set, until the
 * thread that ends the block takes it and closes it.
 */
// A superclass, because a component would cost every block another object.
abstract class Listeners {
  private static final VarHandle LATEST;

  static {
    try {
      LATEST = MethodHandles.lookup().findVarHandle(Listeners.class, "latest", Listener.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Listener latest;

  /** Adds a listener for the end; false if the block has ended, and the listener will not run. */
  final boolean listen(Runnable listener) {
    return listen(new Listener(listener));
  }

  /** Adds a listener like {@link #listen(Runnable)}, without allocating. */
  final boolean listen(Listener listener) {
    Listener current;
    do {
      current = latest;
      if (current == Listener.CLOSED) {
        return false;
      }
    } while (!LATEST.compareAndSet(this, current, listener.after(current)));
    return true;
  }

  final void unlisten(Runnable listener) {
    Listener current;
    do {
      current = latest;
    } while (!LATEST.compareAndSet(this, current, Listener.without(current, listener)));
  }

  /** Runs all listeners in the order of their addition, and refuses later ones. */
  final void notifyListeners() {
    Listener taken = (Listener) LATEST.getAndSet(this, Listener.CLOSED);
    for (Listener l = Listener.inOrder(taken); l != null; l = l.earlier()) {
      try {
        l.action().run();
      } catch (Throwable failed) {
        // The failure must not affect the other listeners or the thread.
        failedListener(failed);
      }
    }
  }

  /** Reports the exception of a listener. */
  abstract void failedListener(Throwable failure);
}
