package dev.hocket.bench;

import dev.hocket.events.IVar;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A mailbox as Concurrent ML's library makes one: a state under a lock, which is either values that
 * nobody has received or receivers that wait, each for an I-variable of its own.
 */
final class LockedMailbox<T> {
  private final Lock lock = new ReentrantLock();

  /** At most one of these is not empty. Guarded by the lock. */
  private final Queue<T> values = new ArrayDeque<>();

  private final Queue<IVar<T>> receivers = new ArrayDeque<>();

  void send(T value) {
    IVar<T> receiver;
    lock.lock();
    try {
      receiver = receivers.poll();
      if (receiver == null) {
        values.add(value);
      }
    } finally {
      lock.unlock();
    }
    if (receiver != null) {
      receiver.put(value);
    }
  }

  T recv() throws InterruptedException {
    IVar<T> mine;
    lock.lock();
    try {
      T value = values.poll();
      if (value != null) {
        return value;
      }
      mine = new IVar<>();
      receivers.add(mine);
    } finally {
      lock.unlock();
    }
    return mine.get();
  }
}
