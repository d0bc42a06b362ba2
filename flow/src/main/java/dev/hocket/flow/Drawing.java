package dev.hocket.flow;

import dev.hocket.flow.Node.Call;
import dev.hocket.flow.Node.Expression;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;

/**
 * Calls a source. When no more of its values are wanted, a source that is declared as blocking is
 * interrupted.
 */
// An interrupt reaches only the call of the source: the call's beginning and its end are under the
// same lock as the interrupt.
final class Drawing {
  final Call call;
  final int slot;
  private final List<Prepared> prepared;
  private SectionCode code;
  private int number;

  /** A frame for the values of the source's arguments; it is no packet. */
  private Frame frame;

  private Thread calling;
  private volatile boolean unwanted;
  private boolean ready;

  /** An expression that an argument is made of; it is evaluated once. */
  record Prepared(Expression expression, FlowFn code, Slots.Input[] inputs, int slot) {
    void evaluate(Object[] slots) throws Failed {
      Object[] arguments = new Object[inputs.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = inputs[i].get(slots);
      }
      try {
        slots[slot] = code.call(arguments);
      } catch (Throwable t) {
        throw new Failed(expression, t);
      }
    }
  }

  Drawing(Call call, int slot, List<Prepared> prepared) {
    this.call = call;
    this.slot = slot;
    this.prepared = prepared;
  }

  /** Sets how the source is called; used before the run begins. */
  void at(SectionCode ofSection, int numberOfSource, int slots) {
    code = ofSection;
    number = numberOfSource;
    frame = new Frame(0, slots, 0, 0);
  }

  boolean mayWait() {
    return call.implementation().blocking();
  }

  /** The next value, or {@link Flow#END}. */
  Object next() throws Failed {
    if (!mayWait()) {
      return unwanted ? Flow.END : draw();
    }
    if (!begins()) {
      return Flow.END;
    }
    try {
      return draw();
    } catch (Failed failed) {
      if (unwanted && tellsOfInterrupt(failed.getCause())) {
        return Flow.END;
      }
      throw failed;
    } finally {
      ends();
    }
  }

  private Object draw() throws Failed {
    if (!ready) {
      for (Prepared expression : prepared) {
        expression.evaluate(frame.slots);
      }
      ready = true;
    }
    return code.draw(number, frame);
  }

  static boolean tellsOfInterrupt(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof InterruptedException || t instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }

  private synchronized boolean begins() {
    if (!unwanted) {
      calling = Thread.currentThread();
    }
    return !unwanted;
  }

  private synchronized void ends() {
    if (calling != null && unwanted) {
      Thread.interrupted();
    }
    calling = null;
  }

  /** Stops drawing: no more values are wanted. Any thread may call this. */
  synchronized void stop() {
    unwanted = true;
    if (calling != null) {
      calling.interrupt();
    }
  }
}
