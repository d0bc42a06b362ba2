package dev.hocket.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A piece of control whose parts are in several sections. Its head lets packets in and numbers
 * them; they take their ways; its tail waits until all of a packet's way is done and lets it out:
 * in the order in which packets came in if order is kept, else at once.
 */
// A packet is inside once at a time. What it needs here stands in its frame, written by the head
// before it sends the frame on, and read by the tail after all has arrived.
final class Control {
  /** The value of a loop's body that takes one more turn. */
  static final Object AGAIN = new Object();

  private final int number;
  private final boolean ordered;
  private long came;

  Control(int number, boolean ordered) {
    this.number = number;
    this.ordered = ordered;
  }

  /** A way through: to its first steps from the head; `sinks` arcs lead from it to the tail. */
  static final class Way {
    final List<Arc> roots = new ArrayList<>();
    int sinks;
    Slots.Input result;

    void send(Frame frame) {
      for (int i = 0; i < roots.size(); i++) {
        roots.get(i).send(frame);
      }
    }
  }

  /** The head counts a packet. */
  void enter(Frame frame, int choice) {
    frame.entry[number] = came++;
    frame.choice[number] = choice;
  }

  int choice(Frame frame) {
    return frame.choice[number];
  }

  /** The step at which all ways meet. */
  abstract static class Tail extends Step {
    final Control control;
    private final Queue<Frame> early;
    private long next;

    Tail(Section section, int number, Control control) {
      super(section, number);
      this.control = control;
      int of = control.number;
      this.early =
          control.ordered ? new PriorityQueue<>(Comparator.comparingLong(f -> f.entry[of])) : null;
    }

    @Override
    boolean joins() {
      return true;
    }

    /** Lets a packet out; those that came in before it go first if order is kept. */
    final void leave(Frame frame) {
      if (early == null) {
        enqueue(frame);
        return;
      }
      if (frame.entry[control.number] != next) {
        early.add(frame);
        return;
      }
      enqueue(frame);
      next++;
      while (!early.isEmpty() && early.peek().entry[control.number] == next) {
        enqueue(early.poll());
        next++;
      }
    }
  }

  /** Ends a choice between ways: the branches of an if, copies. */
  static final class Merge extends Tail {
    private final List<Way> ways;

    Merge(Section section, int number, Control control, List<Way> ways) {
      super(section, number, control);
      this.ways = ways;
    }

    @Override
    void arrive(Frame frame) {
      int choice = control.choice(frame);
      if (isComplete(frame, choice < 0 ? 1 : Math.max(1, ways.get(choice).sinks))) {
        leave(frame);
      }
    }
  }

  /** Lets packets into a loop, and gives the variables their first values. */
  static final class LoopHead extends Step {
    private final Control control;
    private final LoopTail tail;
    private final Action begin;

    LoopHead(Section section, int number, Control control, LoopTail tail, Action begin) {
      super(section, number);
      this.control = control;
      this.tail = tail;
      this.begin = begin;
      guard(tail.gate);
    }

    void enter(Frame frame) {
      control.enter(frame, 0);
      if (frame.dead) {
        tail.exit(frame);
        return;
      }
      begin.run(frame);
      tail.body.send(frame);
    }
  }

  /** Ends a turn of a loop: takes one more, or lets the packet out. In the section of its head. */
  static final class LoopTail extends Tail {
    final Gate gate;
    final Way body;
    private final Action again;

    LoopTail(Section section, int number, Control control, Gate gate, Way body, Action again) {
      super(section, number, control);
      this.gate = gate;
      this.body = body;
      this.again = again;
    }

    @Override
    void arrive(Frame frame) {
      if (!isComplete(frame, body.sinks)) {
        return;
      }
      if (!frame.dead && body.result.get(frame.slots) == AGAIN) {
        again.run(frame);
        body.send(frame);
      } else {
        exit(frame);
      }
    }

    void exit(Frame frame) {
      gate.leave();
      leave(frame);
    }
  }

  /** What becomes of one collection. */
  static final class Mapping {
    final Iterator<?> elements;
    final List<Object> results = new ArrayList<>();
    int outside;
    boolean exhausted;

    Mapping(Iterator<?> elements) {
      this.elements = elements;
    }
  }

  /** Makes packets of the elements of a collection, one collection after the other. */
  static final class MapHead extends Step {
    private final Control control;
    private final MapTail tail;
    private final Node.SMap map;
    private final Slots.Input collection;
    private final int element;
    private final int mapping;
    private final Run run;
    private final Queue<Frame> begun = new ArrayDeque<>();

    MapHead(
        Run run,
        Section section,
        int number,
        Control control,
        MapTail tail,
        Node.SMap map,
        Slots.Input collection,
        int element,
        int mapping) {
      super(section, number);
      this.run = run;
      this.control = control;
      this.tail = tail;
      this.map = map;
      this.collection = collection;
      this.element = element;
      this.mapping = mapping;
    }

    void enter(Frame frame) {
      control.enter(frame, 0);
      begun.add(frame);
    }

    @Override
    boolean canFire() {
      return begun.isEmpty() ? super.canFire() : tail.gate.isOpen();
    }

    @Override
    void fire() {
      if (begun.isEmpty()) {
        super.fire();
        return;
      }
      Frame parent = begun.peek();
      Mapping now = (Mapping) parent.slots[mapping];
      try {
        if (now == null) {
          now = new Mapping(elements(map, parent.dead ? Slots.constant(null) : collection, parent));
          parent.slots[mapping] = now;
        }
        if (!parent.dead && hasNext(map, now.elements)) {
          Object value = next(map, now.elements);
          send(parent, now, value);
          return;
        }
      } catch (Failed failed) {
        parent.dead = true;
        run.failed(parent.packet, failed);
        if (now == null) {
          now = new Mapping(Collections.emptyIterator());
          parent.slots[mapping] = now;
        }
      }
      begun.poll();
      now.exhausted = true;
      tail.tryLeave(parent, now);
    }

    private void send(Frame parent, Mapping now, Object value) {
      Frame child = new Frame(parent, now.results.size());
      child.slots[element] = value;
      now.results.add(null);
      now.outside++;
      tail.gate.enter();
      tail.body.send(child);
    }
  }

  /** Collects the results of the elements. In the section of its head. */
  static final class MapTail extends Tail {
    final Gate gate;
    final Way body;
    private final int mapping;
    private final int out;

    MapTail(
        Section section, int number, Control control, Gate gate, Way body, int mapping, int out) {
      super(section, number, control);
      this.gate = gate;
      this.body = body;
      this.mapping = mapping;
      this.out = out;
    }

    @Override
    void arrive(Frame child) {
      if (!isComplete(child, body.sinks)) {
        return;
      }
      gate.leave();
      Frame parent = child.parent;
      Mapping now = (Mapping) parent.slots[mapping];
      if (child.dead) {
        parent.dead = true;
      } else {
        now.results.set(child.element, body.result.get(child.slots));
      }
      now.outside--;
      tryLeave(parent, now);
    }

    void tryLeave(Frame parent, Mapping now) {
      if (now.exhausted && now.outside == 0) {
        parent.slots[mapping] = null;
        parent.slots[out] = now.results;
        leave(parent);
      }
    }
  }

  /** The elements of a collection may be code of the program's that fails. */
  private static Iterator<?> elements(Node.SMap map, Slots.Input collection, Frame frame)
      throws Failed {
    try {
      return Iterators.of(collection.get(frame.slots));
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }

  private static boolean hasNext(Node.SMap map, Iterator<?> elements) throws Failed {
    try {
      return elements.hasNext();
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }

  private static Object next(Node.SMap map, Iterator<?> elements) throws Failed {
    try {
      return elements.next();
    } catch (Throwable t) {
      throw new Failed(map, t);
    }
  }
}
