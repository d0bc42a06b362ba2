package dev.hocket.events;

import dev.hocket.core.Block;
import dev.hocket.core.Ends;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Events of threads, blocks and futures that have ended. Threads, blocks and futures notify
 * listeners of their end, but cannot remove one. So each gets a single listener, which writes an
 * I-variable, and waiters wait for the variable.
 */
final class Completions {
  /**
   * The variables. A listener of the thread, block or future holds the variable as long as it may
   * be needed, so this map need not hold it, even if the result of a future refers to the future.
   */
  private static final Map<Key, WeakReference<IVar<?>>> OF_THINGS = new ConcurrentHashMap<>();

  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  /** A thing, by identity: its class may define equality in its own way. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object thing) {
      super(thing, GONE);
      hash = System.identityHashCode(thing);
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Key key && get() != null && key.refersTo(get());
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private Completions() {}

  static Event<Void> ended(Thread thread) {
    Objects.requireNonNull(thread, "thread");
    // A thread that has not been started may be started later, so this answer must not be cached.
    return Events.guard(
        () -> "end of thread " + thread.getName(),
        () ->
            thread.getState() == Thread.State.NEW
                ? Events.alwaysEvt(null)
                : Completions.<Thread, Void>hook(thread, Completions::watch)
                    .getEvt(Ends.of("end of thread " + thread.getName(), thread)));
  }

  static Event<Void> done(Block block) {
    Objects.requireNonNull(block, "block");
    return Events.guard(
        () -> "end of block " + block.label(),
        () ->
            Completions.<Block, Void>hook(block, Completions::watch)
                .getEvt(Ends.of("end of block " + block.label(), block)));
  }

  static <T> Event<T> complete(CompletableFuture<T> future) {
    Objects.requireNonNull(future, "future");
    return Events.guard(
        () -> "end of a future",
        () -> Completions.<CompletableFuture<T>, T>hook(future, Completions::watch).getEvt());
  }

  private interface Watcher<K, T> {
    void watch(K thing, IVar<T> end);
  }

  private static <K, T> IVar<T> hook(K thing, Watcher<K, T> watcher) {
    for (Reference<?> gone; (gone = GONE.poll()) != null; ) {
      OF_THINGS.remove(gone);
    }
    Key key = new Key(thing);
    IVar<T> made = new IVar<>();
    IVar<T> known = remember(key, made);
    if (known != made) {
      return known;
    }
    try {
      watcher.watch(thing, made);
    } catch (Throwable unwatched) {
      // Threads that have found the variable in the meantime must not wait for ever.
      OF_THINGS.remove(key);
      made.fail(unwatched);
      throw unwatched;
    }
    return made;
  }

  /** Returns the variable in use for a thing, after storing this one if there is none. */
  @SuppressWarnings("unchecked")
  private static <T> IVar<T> remember(Key key, IVar<T> made) {
    WeakReference<IVar<?>> reference = new WeakReference<>(made);
    while (true) {
      WeakReference<IVar<?>> known = OF_THINGS.putIfAbsent(key, reference);
      IVar<T> inUse = known == null ? made : (IVar<T>) known.get();
      if (inUse != null) {
        return inUse;
      }
      OF_THINGS.remove(key, known);
    }
  }

  /** Counts the threads, blocks and futures that have a variable. */
  static int size() {
    return OF_THINGS.size();
  }

  private static void watch(Thread thread, IVar<Void> end) {
    if (!thread.isAlive()) {
      end.put(null);
      return;
    }
    joiner(thread)
        .name("events-join-" + thread.getName())
        .inheritInheritableThreadLocals(false)
        .start(() -> {
          try {
            thread.join();
            end.put(null);
          } catch (InterruptedException impossible) {
            throw new AssertionError("a thread of the library was interrupted", impossible);
          }
        });
  }

  /**
   * Makes the thread that joins another one. Before Java 24 a virtual thread that joins a platform
   * thread keeps its carrier, and with 256 of them no virtual thread would run any more.
   */
  private static Thread.Builder joiner(Thread thread) {
    boolean keepsCarrier = !thread.isVirtual() && Runtime.version().feature() < 24;
    return keepsCarrier ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
  }

  private static void watch(Block block, IVar<Void> end) {
    block.whenDone(() -> end.put(null));
  }

  private static <T> void watch(CompletableFuture<T> future, IVar<T> end) {
    // The future holds this listener, and so the variable, until it is complete.
    future.whenComplete((value, failure) -> {
      if (failure == null) {
        end.put(value);
      } else {
        end.fail(
            failure instanceof CompletionException ? failure : new CompletionException(failure));
      }
    });
  }
}
