package dev.hocket.flow.engine;

import dev.hocket.core.Span;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Output;
import dev.hocket.flow.code.Packet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of work that one section does on a packet without a break. It begins when all arcs into
 * the step have brought the packet. Only the thread that runs the section uses it.
 */
public class Step {
  /** One action on a packet. */
  public interface Action extends Output {
    void run(Token token);

    @Override
    default void send(Packet packet) {
      run((Token) packet);
    }
  }

  public final Section section;

  /** The step's index in {@link Token#arrived}. */
  final int number;

  private final List<Arc> limited = new ArrayList<>();
  private final Deque<Token> ready = new ArrayDeque<>();

  /** When packets that a recording follows were sent to this section. */
  private final Map<Token, Long> sentAt = new IdentityHashMap<>();

  private Gate[] gatesBefore;
  private Arc[] limits;
  private int arcs;
  private final List<Gate> gates = new ArrayList<>();
  private List<Instruction> instructions = List.of();

  /** The number of packets that are handled in one turn. */
  private int together = 1;

  /** Whether the step is handling the packets it has. */
  private boolean drains;

  /** The step's index in its section. */
  private int place;

  public Step(Section section, int number) {
    this.section = section;
    this.number = number;
  }

  /** Sets the actions on a packet. */
  public void does(List<Instruction> code) {
    instructions = code;
  }

  public List<Instruction> instructions() {
    return instructions;
  }

  /** Lets the step wait for several packets before it handles them, if more are in flight. */
  public void gather(int packets) {
    together = packets;
  }

  boolean gathers() {
    return together > 1;
  }

  /** The number of packets that wait here. */
  final int waiting() {
    return ready.size();
  }

  public void addInput() {
    arcs++;
  }

  /** Adds an arc that this step must not send to while the arc is full. */
  public void limitBy(Arc arc) {
    limited.add(arc);
  }

  /** Adds a gate: the step takes packets only while the gate has room. */
  public void guard(Gate gate) {
    gates.add(gate);
  }

  /** Finishes the step; called after the last {@link #guard} and {@link #limitBy}. */
  void seal(int placeInSection) {
    place = placeInSection;
    gatesBefore = gates.toArray(Gate[]::new);
    limits = limited.toArray(Arc[]::new);
  }

  /** Returns whether the step waits for several arcs to bring a packet. */
  public boolean joins() {
    return arcs > 1;
  }

  /** Notes when a packet was sent that another section's arc brings. */
  void comes(Token token, long sent) {
    sentAt.put(token, sent);
  }

  /** Notes that an arc has brought a packet. */
  void arrive(Token token) {
    if (isComplete(token, arcs)) {
      enqueue(token);
    }
  }

  final boolean isComplete(Token token, int expected) {
    if (expected > 1) {
      if (++token.arrived[number] < expected) {
        return false;
      }
      token.arrived[number] = 0;
    }
    return true;
  }

  final void enqueue(Token token) {
    ready.add(token);
  }

  /** Puts a packet before all others. */
  final void enqueueFirst(Token token) {
    ready.addFirst(token);
  }

  /** Returns whether the step has a packet, and room to send it on. */
  boolean canFire() {
    return drains && !ready.isEmpty() && hasRoom();
  }

  final boolean isLimited() {
    return gatesBefore.length + limits.length > 0;
  }

  final boolean hasRoom() {
    for (Gate gate : gatesBefore) {
      if (!gate.isOpen()) {
        return false;
      }
    }
    for (Arc arc : limits) {
      if (!arc.hasRoom()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the step makes calls that may wait for something outside the program although
   * it has no packet.
   */
  boolean mayWait() {
    return false;
  }

  /**
   * Handles some of the packets that have arrived.
   *
   * @return the number of packets handled
   */
  int fire(int most) {
    drains |= ready.size() >= together || section.isShort();
    int done = 0;
    while (done < most && canFire() && !section.isStopped()) {
      fire();
      done++;
    }
    drains &= !ready.isEmpty();
    return done;
  }

  /** Handles one packet. */
  void fire() {
    Token token = ready.poll();
    enterGates();
    run(token);
  }

  final void enterGates() {
    for (Gate gate : gatesBefore) {
      gate.enter();
    }
  }

  final void run(Token token) {
    if (token.span == null) {
      section.code().run(place, token);
    } else {
      runFollowed(token);
    }
  }

  /** Handles a packet as a part of its request. */
  private void runFollowed(Token token) {
    // A packet that comes from a step of this section has not waited for the section.
    Long sent = sentAt.remove(token);
    long queued = sent == null ? -1 : System.nanoTime() - sent;
    Span part = token.span.begin("packet", section.name, queued);
    try {
      section.code().run(place, token);
    } finally {
      if (part != null) {
        part.close();
      }
    }
  }
}
