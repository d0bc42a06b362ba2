package dev.hocket.flow.engine;

import dev.hocket.core.Span;
import dev.hocket.flow.code.Failed;
import dev.hocket.flow.graph.Graph;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** The ways from a source to the admission of packets. */
public final class Supplies {
  private Supplies() {}

  /** A value on its way to the admission, with the part of a request that has drawn it. */
  record Followed(Object value, Span by) {}

  /** Calls a source in the admission's own section, when a value is wanted. */
  public record Direct(Drawing drawing) implements Admission.Supply {
    @Override
    public Object take() throws Failed {
      return drawing.next();
    }

    @Override
    public boolean takingMayWait() {
      return drawing.mayWait();
    }

    @Override
    public int slot() {
      return drawing.slot;
    }

    @Override
    public int left() {
      return 0;
    }

    @Override
    public void stop() {
      drawing.stop();
    }
  }

  /**
   * Takes values of a source in a section of its own, which runs ahead by as many values as its
   * ring holds.
   */
  // The protocol of a full ring is that of an arc; a volatile write of `taken` is its second fence.
  // Each counter has one writer.
  public static final class Ahead extends Step implements Admission.Supply {
    private static final Object NULL = new Object();

    private final Execution run;
    private final Drawing drawing;
    private final Section receiver;
    private final int capacity;
    private final Queue<Object> ring;
    private volatile boolean blocked;
    private boolean ended;
    private volatile long drawn;
    private volatile long taken;
    private Object next;

    public Ahead(Execution run, Section section, Drawing drawing, Section receiver, int capacity) {
      super(section, -1);
      this.run = run;
      this.drawing = drawing;
      this.receiver = receiver;
      this.capacity = capacity;
      this.ring = new SpscVarHandleArrayQueue<>(capacity + 1);
    }

    @Override
    boolean mayWait() {
      return drawing.mayWait();
    }

    @Override
    public boolean takingMayWait() {
      return false;
    }

    @Override
    boolean canFire() {
      if (ended || !ringHasRoom()) {
        return false;
      }
      try {
        Span.rests();
        next = drawing.next();
        return true;
      } catch (Failed failed) {
        run.stop(failed.node, drawn + 1, failed.getCause());
        return false;
      }
    }

    private boolean ringHasRoom() {
      if (ring.size() < capacity) {
        return true;
      }
      blocked = true;
      VarHandle.fullFence();
      return ring.size() < capacity;
    }

    @Override
    void fire() {
      ended = next == Graph.END;
      drawn += ended ? 0 : 1;
      Span by = Span.ofMessage();
      Object value = next == null ? NULL : next;
      ring.offer(by == null || ended ? value : new Followed(next, by));
      section.sentTo(receiver);
    }

    @Override
    public Object take() {
      Object value = ring.poll();
      if (value == null) {
        return Admission.none();
      }
      taken += value == Graph.END ? 0 : 1;
      if (blocked) {
        blocked = false;
        section.wake();
      }
      return value == NULL ? null : value;
    }

    @Override
    public int slot() {
      return drawing.slot;
    }

    @Override
    public int left() {
      return (int) (drawn - taken);
    }

    @Override
    public void stop() {
      drawing.stop();
    }
  }
}
