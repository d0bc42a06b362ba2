package dev.hocket.flow.engine;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.link.Iterators;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;

/**
 * A branch, loop, collection or set of copies whose parts are in several sections. Its head lets
 * packets in and numbers them. Each packet takes one way through it. Its tail waits until the
 * packet has reached the end of its way and lets the packet out: in order of entry if the flow
 * keeps order, else at once.
 */
// A packet is in a control at most once at a time. Its entry number and its way are in its token:
// the head writes them before it sends the token on, and the tail reads them after every arc has
// brought the token.
public final class Control {
  private final int number;
  private final boolean ordered;
  private long came;

  public Control(int number, boolean ordered) {
    this.number = number;
    this.ordered = ordered;
  }

  /** One way through, from the head to its first steps; `sinks` arcs lead from it to the tail. */
  public static final class Way {
    public final List<Arc> roots = new ArrayList<>();
    public int sinks;
    public Input result;

    public void send(Token token) {
      for (int i = 0; i < roots.size(); i++) {
        roots.get(i).send(token);
      }
    }
  }

  /** Numbers a packet that enters, and notes its way; called by the head. */
  public void enter(Token token, int choice) {
    token.entry[number] = came++;
    token.choice[number] = choice;
  }

  public int choice(Token token) {
    return token.choice[number];
  }

  /** The step at which all ways meet. */
  public abstract static class Tail extends Step {
    final Control control;
    private final Queue<Token> early;
    private long next;

    public Tail(Section section, int number, Control control) {
      super(section, number);
      this.control = control;
      int of = control.number;
      this.early =
          control.ordered ? new PriorityQueue<>(Comparator.comparingLong(f -> f.entry[of])) : null;
    }

    @Override
    public boolean joins() {
      return true;
    }

    /** Lets a packet out; if the flow keeps order, after the packets that came in before it. */
    final void leave(Token token) {
      if (early == null) {
        enqueue(token);
        return;
      }
      if (token.entry[control.number] != next) {
        early.add(token);
        return;
      }
      enqueue(token);
      next++;
      while (!early.isEmpty() && early.peek().entry[control.number] == next) {
        enqueue(early.poll());
        next++;
      }
    }
  }

  /** The tail of a choice between ways, which are the branches of an {@code if} or copies. */
  public static final class Merge extends Tail {
    private final List<Way> ways;

    public Merge(Section section, int number, Control control, List<Way> ways) {
      super(section, number, control);
      this.ways = ways;
    }

    @Override
    void arrive(Token token) {
      int choice = control.choice(token);
      if (isComplete(token, choice < 0 ? 1 : Math.max(1, ways.get(choice).sinks))) {
        leave(token);
      }
    }
  }

  /** The head of a loop: lets packets in and gives the loop's variables their first values. */
  public static final class LoopHead extends Step {
    private final Control control;
    private final LoopTail tail;
    private final Action begin;

    public LoopHead(Section section, int number, Control control, LoopTail tail, Action begin) {
      super(section, number);
      this.control = control;
      this.tail = tail;
      this.begin = begin;
      guard(tail.gate);
    }

    public void enter(Token token) {
      control.enter(token, 0);
      if (token.dead) {
        tail.exit(token);
        return;
      }
      begin.run(token);
      tail.body.send(token);
    }
  }

  /**
   * The tail of a loop: sends the packet round once more, or lets it out. Runs in the section of
   * the head.
   */
  public static final class LoopTail extends Tail {
    final Gate gate;
    final Way body;
    private final Action again;

    public LoopTail(
        Section section, int number, Control control, Gate gate, Way body, Action again) {
      super(section, number, control);
      this.gate = gate;
      this.body = body;
      this.again = again;
    }

    @Override
    void arrive(Token token) {
      if (!isComplete(token, body.sinks)) {
        return;
      }
      if (!token.dead && body.result.get(token.slots) == SectionCode.AGAIN) {
        again.run(token);
        body.send(token);
      } else {
        exit(token);
      }
    }

    void exit(Token token) {
      gate.leave();
      leave(token);
    }
  }

  /** The state of one collection. */
  static final class Mapping {
    final Iterator<?> elements;
    final List<Object> results = new ArrayList<>();

    /** Which elements may be outside at a time; null if all may. */
    final Apart apart;

    int outside;
    boolean exhausted;

    Mapping(Iterator<?> elements, Apart apart) {
      this.elements = elements;
      this.apart = apart;
    }
  }

  /** The head of a collection: makes a packet of each element, one collection after the other. */
  public static final class MapHead extends Step {
    private final Control control;
    private final MapTail tail;
    private final Node.SMap map;
    private final Input collection;
    private final int element;
    private final int mapping;
    private final Function<Object, Set<Object>> parts;
    private final Execution run;
    private final Queue<Token> begun = new ArrayDeque<>();

    /**
     * Makes a head.
     *
     * @param parts returns the mutable objects that an element is or leads to, null if that may be
     *     any; is null itself if elements need not be looked at
     */
    public MapHead(
        Execution run,
        Section section,
        int number,
        Control control,
        MapTail tail,
        Node.SMap map,
        Input collection,
        int element,
        int mapping,
        Function<Object, Set<Object>> parts) {
      super(section, number);
      this.run = run;
      this.control = control;
      this.tail = tail;
      this.map = map;
      this.collection = collection;
      this.element = element;
      this.mapping = mapping;
      this.parts = parts;
    }

    public void enter(Token token) {
      control.enter(token, 0);
      begun.add(token);
    }

    @Override
    boolean canFire() {
      return begun.isEmpty() ? super.canFire() : tail.gate.isOpen() && mayContinue(begun.peek());
    }

    private boolean mayContinue(Token parent) {
      Mapping now = (Mapping) parent.slots[mapping];
      return now == null || now.apart == null || parent.dead || now.apart.mayContinue();
    }

    @Override
    void fire() {
      if (begun.isEmpty()) {
        super.fire();
        return;
      }
      Token parent = begun.peek();
      Mapping now = (Mapping) parent.slots[mapping];
      try {
        if (now == null) {
          now = begin(parent);
          parent.slots[mapping] = now;
        }
        if (!parent.dead && (isHeld(now) || hasNext(map, now.elements))) {
          sendNext(parent, now);
          return;
        }
      } catch (Failed failed) {
        parent.dead = true;
        run.failed(parent.packet, failed);
        if (now == null) {
          now = new Mapping(Collections.emptyIterator(), null);
          parent.slots[mapping] = now;
        }
      }
      begun.poll();
      now.exhausted = true;
      tail.tryLeave(parent, now);
    }

    private Mapping begin(Token parent) throws Failed {
      Object all = parent.dead ? null : collection.get(parent.slots);
      return new Mapping(elements(map, all), parts == null ? null : new Apart(all, parts));
    }

    private static boolean isHeld(Mapping now) {
      return now.apart != null && now.apart.isHeld();
    }

    /** Sends the next element, unless it must wait for others. */
    private void sendNext(Token parent, Mapping now) throws Failed {
      if (now.apart == null) {
        send(parent, now, next(map, now.elements));
        return;
      }
      if (!now.apart.isHeld()) {
        now.apart.hold(next(map, now.elements));
      }
      if (now.apart.mayContinue()) {
        send(parent, now, now.apart.begin(now.results.size()));
      }
    }

    private void send(Token parent, Mapping now, Object value) {
      Token child = new Token(parent, now.results.size());
      child.slots[element] = value;
      now.results.add(null);
      now.outside++;
      tail.gate.enter();
      tail.body.send(child);
    }
  }

  /**
   * The tail of a collection: collects the results of the elements. Runs in the section of the
   * head.
   */
  public static final class MapTail extends Tail {
    final Gate gate;
    final Way body;
    private final int mapping;
    private final int out;

    public MapTail(
        Section section, int number, Control control, Gate gate, Way body, int mapping, int out) {
      super(section, number, control);
      this.gate = gate;
      this.body = body;
      this.mapping = mapping;
      this.out = out;
    }

    @Override
    void comes(Token child, long sent) {
      // An element ends here.
    }

    @Override
    void arrive(Token child) {
      if (!isComplete(child, body.sinks)) {
        return;
      }
      gate.leave();
      Token parent = child.parent;
      Mapping now = (Mapping) parent.slots[mapping];
      if (child.dead) {
        parent.dead = true;
      } else {
        now.results.set(child.element, body.result.get(child.slots));
      }
      if (now.apart != null) {
        now.apart.end(child.element);
      }
      now.outside--;
      tryLeave(parent, now);
    }

    void tryLeave(Token parent, Mapping now) {
      if (now.exhausted && now.outside == 0) {
        parent.slots[mapping] = null;
        parent.slots[out] = now.results;
        leave(parent);
      }
    }
  }

  /** Begins to iterate over a collection, which may run code of the program and fail. */
  private static Iterator<?> elements(Node.SMap map, Object collection) throws Failed {
    try {
      return Iterators.of(collection);
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
