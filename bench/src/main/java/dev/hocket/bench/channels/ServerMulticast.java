package dev.hocket.bench.channels;

import dev.hocket.events.Channel;
import dev.hocket.events.Events;
import dev.hocket.events.IVar;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A multicast channel in the design of Concurrent ML's library: a server process appends each value
 * to a linked list of I-variables; each listener has a process that follows the list and forwards
 * the values into the listener's mailbox.
 */
final class ServerMulticast<T> implements AutoCloseable {
  private record Link<T>(T value, IVar<Link<T>> next) {}

  /** A value to send, or, with a reply, a request for the end of the list. */
  private record Request<T>(T value, IVar<IVar<Link<T>>> reply) {}

  private final Channel<Request<T>> requests = new Channel<>();
  private final Queue<Thread> processes = new ConcurrentLinkedQueue<>();

  ServerMulticast() {
    processes.add(Events.spawn(this::serve));
  }

  void send(T value) throws InterruptedException {
    requests.send(new Request<>(value, null));
  }

  /** The mailbox of a new listener, which gets the values sent from now on. */
  LockedMailbox<T> listen() throws InterruptedException {
    IVar<IVar<Link<T>>> reply = new IVar<>();
    requests.send(new Request<>(null, reply));
    IVar<Link<T>> end = reply.get();
    LockedMailbox<T> mailbox = new LockedMailbox<>();
    processes.add(Events.spawn(() -> forward(end, mailbox)));
    return mailbox;
  }

  @Override
  public void close() {
    processes.forEach(Thread::interrupt);
  }

  private void serve() throws InterruptedException {
    IVar<Link<T>> end = new IVar<>();
    while (true) {
      Request<T> request = requests.recv();
      if (request.reply() != null) {
        request.reply().put(end);
      } else {
        IVar<Link<T>> next = new IVar<>();
        end.put(new Link<>(request.value(), next));
        end = next;
      }
    }
  }

  private void forward(IVar<Link<T>> from, LockedMailbox<T> mailbox) throws InterruptedException {
    IVar<Link<T>> here = from;
    while (true) {
      Link<T> link = here.get();
      mailbox.send(link.value());
      here = link.next();
    }
  }
}
