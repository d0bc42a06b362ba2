package dev.hocket.flow;

import dev.hocket.flow.Node.Call;
import java.nio.channels.ClosedByInterruptException;

/**
 * Calls a source. One that is declared as blocking is interrupted when nobody wants its values any
 * more.
 */
// The interrupt meets the call of the source or nothing: both ends are under the lock.
final class Drawing {
  final Call call;
  final int slot;
  private final Ops.Body body;
  private final Op[] prepared;

  /** Values of the source's arguments only; no packet. */
  private final Frame frame;

  private Thread calling;
  private volatile boolean unwanted;
  private boolean ready;

  Drawing(Call call, int slot, Ops.Body body, Op[] prepared, Frame frame) {
    this.call = call;
    this.slot = slot;
    this.body = body;
    this.prepared = prepared;
    this.frame = frame;
  }

  /** The next value, or {@link Flow#END}. */
  Object next() throws Op.Failed {
    if (!call.implementation().blocking()) {
      return unwanted ? Flow.END : draw();
    }
    if (!begins()) {
      return Flow.END;
    }
    try {
      return draw();
    } catch (Op.Failed failed) {
      if (unwanted && tellsOfInterrupt(failed.getCause())) {
        return Flow.END;
      }
      throw failed;
    } finally {
      ends();
    }
  }

  private Object draw() throws Op.Failed {
    try {
      if (!ready) {
        for (Op op : prepared) {
          op.run(frame);
        }
        ready = true;
      }
      return body.evaluate(frame);
    } catch (Op.Failed failed) {
      throw failed;
    } catch (Throwable t) {
      throw new Op.Failed(call, t);
    }
  }

  private static boolean tellsOfInterrupt(Throwable failure) {
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

  /** No more values are wanted; any thread may call this. */
  synchronized void stop() {
    unwanted = true;
    if (calling != null) {
      calling.interrupt();
    }
  }
}
