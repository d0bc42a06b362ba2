package dev.hocket.bench.channels;

import static dev.hocket.events.Events.choose;

import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A mailbox in the design of Reppy's book on Concurrent ML: a server process holds the queue, takes
 * values from one channel and offers the first on another.
 */
final class ServerMailbox<T> implements AutoCloseable {
  private final Channel<T> in = new Channel<>();
  private final Channel<T> out = new Channel<>();
  private final Thread server = Events.spawn(this::serve);

  void send(T value) throws InterruptedException {
    in.send(value);
  }

  T recv() throws InterruptedException {
    return out.recv();
  }

  @Override
  public void close() {
    server.interrupt();
  }

  private void serve() throws InterruptedException {
    Queue<T> queue = new ArrayDeque<>();
    Event<Boolean> take = in.recvEvt().wrap(queue::add);
    while (true) {
      if (queue.isEmpty()) {
        take.sync();
      } else {
        choose(take, out.sendEvt(queue.peek()).wrap(sent -> queue.poll())).sync();
      }
    }
  }
}
