package dev.hocket.bench.channels;

import dev.hocket.events.IVar;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A mailbox in the design of Concurrent ML's library: a lock guards a queue of values not yet
 * received, or a queue of waiting receivers, each with its own I-variable.
 */
final class LockedMailbox<T> {
  private final Lock lock = new ReentrantLock();

  /** At least one of the two queues is empty. The lock guards both. */
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
