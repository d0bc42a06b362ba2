package dev.hocket.flow.engine;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.link.Interrupts;
import java.util.List;
import java.util.function.Supplier;

/**
 * Calls a source. When its values are no longer needed, a source that is declared as blocking is
 * interrupted.
 */
// An interrupt reaches only the call of the source: the call's beginning and its end are under the
// same lock as the interrupt.
public final class Drawing {
  public final Call call;
  final int slot;
  private final List<Prepared> prepared;
  private Supplier<SectionCode> code;
  private int number;

  /** Has the values of the source's arguments; it is no packet of the flow. */
  private Token arguments;

  private Thread calling;
  private volatile boolean unwanted;
  private boolean ready;

  /** An expression that an argument is made of; it is evaluated once. */
  public record Prepared(Expression expression, FlowFn code, Input[] inputs, int slot) {
    void evaluate(Object[] slots) throws Failed {
      Object[] values = new Object[inputs.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = inputs[i].get(slots);
      }
      try {
        slots[slot] = code.call(values);
      } catch (Throwable t) {
        throw new Failed(expression, t);
      }
    }
  }

  public Drawing(Call call, int slot, List<Prepared> prepared) {
    this.call = call;
    this.slot = slot;
    this.prepared = prepared;
  }

  /**
   * Sets how the source is called; used before the deployment begins.
   *
   * @param ofSection the code of the section's present round, which may be that with timed calls
   */
  void at(Supplier<SectionCode> ofSection, int numberOfSource, int slots) {
    code = ofSection;
    number = numberOfSource;
    arguments = new Token(0, slots, 0, 0, null);
  }

  /**
   * Takes over the prepared arguments of an older drawing of the same source, which is no longer
   * called.
   */
  void continueFrom(Drawing before) {
    ready = before.ready;
    for (int i = 0; ready && i < prepared.size(); i++) {
      arguments.slots[prepared.get(i).slot()] =
          before.arguments.slots[before.prepared.get(i).slot()];
    }
  }

  public boolean mayWait() {
    return call.implementation().blocking();
  }

  /** Draws the next value, or {@link Graph#END}. */
  Object next() throws Failed {
    if (!mayWait()) {
      return unwanted ? Graph.END : draw();
    }
    if (!begins()) {
      return Graph.END;
    }
    try {
      return draw();
    } catch (Failed failed) {
      if (unwanted && Interrupts.caused(failed.getCause())) {
        return Graph.END;
      }
      throw failed;
    } finally {
      ends();
    }
  }

  private Object draw() throws Failed {
    if (!ready) {
      for (Prepared expression : prepared) {
        expression.evaluate(arguments.slots);
      }
      ready = true;
    }
    return code.get().draw(number, arguments);
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
