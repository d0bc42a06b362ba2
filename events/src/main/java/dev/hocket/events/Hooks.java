package dev.hocket.events;

import dev.hocket.core.Block;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Events of things that can tell of their end once, to listeners that they never forget. So each
 * has one listener of ours, which writes an I-variable; those who wait for that come and go.
 */
final class Hooks {
  /** By identity, as neither threads, blocks nor futures define equality. */
  private static final Map<Object, IVar<?>> OF_THINGS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Hooks() {}

  static Event<Void> ended(Thread thread) {
    Objects.requireNonNull(thread, "thread");
    // One that has not been started may be later, so that must not be remembered of it.
    return Events.guard(() ->
        thread.getState() == Thread.State.NEW
            ? Events.alwaysEvt(null)
            : Hooks.<Thread, Void>hook(thread, Hooks::watch).getEvt());
  }

  static Event<Void> done(Block block) {
    Objects.requireNonNull(block, "block");
    return Events.guard(() -> Hooks.<Block, Void>hook(block, Hooks::watch).getEvt());
  }

  static <T> Event<T> complete(CompletableFuture<T> future) {
    Objects.requireNonNull(future, "future");
    return Events.guard(() -> Hooks.<CompletableFuture<T>, T>hook(future, Hooks::watch).getEvt());
  }

  private interface Watcher<K, T> {
    void watch(K thing, IVar<T> end);
  }

  @SuppressWarnings("unchecked")
  private static <K, T> IVar<T> hook(K thing, Watcher<K, T> watcher) {
    IVar<T> made = new IVar<>();
    IVar<T> known = (IVar<T>) OF_THINGS.putIfAbsent(thing, made);
    if (known != null) {
      return known;
    }
    try {
      watcher.watch(thing, made);
    } catch (Throwable unwatched) {
      // Those who have found the variable in the meantime must not wait for ever.
      OF_THINGS.remove(thing, made);
      made.fail(unwatched);
      throw unwatched;
    }
    return made;
  }

  private static void watch(Thread thread, IVar<Void> end) {
    if (!thread.isAlive()) {
      end.put(null);
      return;
    }
    Thread.ofVirtual()
        .name("events-join-" + thread.getName())
        .start(() -> {
          try {
            thread.join();
            end.put(null);
          } catch (InterruptedException impossible) {
            throw new AssertionError("somebody interrupted a thread of ours", impossible);
          }
        });
  }

  private static void watch(Block block, IVar<Void> end) {
    block.whenDone(() -> end.put(null));
  }

  private static <T> void watch(CompletableFuture<T> future, IVar<T> end) {
    // The future holds this listener, and so the variable, for as long as it lives; no longer.
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
