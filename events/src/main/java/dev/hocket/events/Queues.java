package dev.hocket.events;

/** A port with a queue of those who send and one of those who receive. */
// The ends of the queues are fields of the port itself, and not of objects of their own, for the
// cache line of its lock: with every message it goes from one processor to another, and what goes
// with it need not follow.
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
