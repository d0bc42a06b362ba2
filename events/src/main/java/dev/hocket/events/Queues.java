package dev.hocket.events;

/**
 * A port with a queue of senders and one of receivers, whose ends are fields of the port itself: so
 * they share a cache line with its lock, or two, and who comes by the lock comes by them.
 */
abstract class Queues extends MeetingPlace {
  // Of their exact types, for the JIT compiler then knows where their ends are.
  final Senders senders = new Senders();
  final Receivers receivers = new Receivers();

  private Waiter firstSender;
  private Waiter lastSender;
  private Waiter firstReceiver;
  private Waiter lastReceiver;

  final class Senders extends WaitQueue {
    @Override
    Waiter first() {
      return firstSender;
    }

    @Override
    Waiter last() {
      return lastSender;
    }

    @Override
    void setFirst(Waiter waiter) {
      firstSender = waiter;
    }

    @Override
    void setLast(Waiter waiter) {
      lastSender = waiter;
    }
  }

  final class Receivers extends WaitQueue {
    @Override
    Waiter first() {
      return firstReceiver;
    }

    @Override
    Waiter last() {
      return lastReceiver;
    }

    @Override
    void setFirst(Waiter waiter) {
      firstReceiver = waiter;
    }

    @Override
    void setLast(Waiter waiter) {
      lastReceiver = waiter;
    }
  }
}
