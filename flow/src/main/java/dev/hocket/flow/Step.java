package dev.hocket.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What one section does with a packet without a break: it begins when all arcs into the step have
 * brought the packet. Touched by the thread that runs the section only.
 */
class Step {
  /** Does one thing with a packet. */
  interface Action {
    void run(Frame frame);
  }

  final Section section;

  /** Its place in {@link Frame#arrived}. */
  final int number;

  private final List<Arc> limited = new ArrayList<>();
  private final Deque<Frame> ready = new ArrayDeque<>();
  private Gate[] gatesBefore;
  private Arc[] limits;
  private int arcs;
  private final List<Gate> gates = new ArrayList<>();
  private List<Instruction> instructions = List.of();

  /** So many packets are handled one after the other. */
  private int together = 1;

  /** Whether those that are there are being handled. */
  private boolean drains;

  /** Its place in its section. */
  private int place;

  Step(Section section, int number) {
    this.section = section;
    this.number = number;
  }

  /** What it does with a packet. */
  void does(List<Instruction> code) {
    instructions = code;
  }

  List<Instruction> instructions() {
    return instructions;
  }

  /** Waits for some packets before it handles them, if there are more on their way. */
  void gather(int packets) {
    together = packets;
  }

  boolean gathers() {
    return together > 1;
  }

  /** How many packets wait here. */
  final int waiting() {
    return ready.size();
  }

  void addInput() {
    arcs++;
  }

  /** An arc that this step must not send to while it is full. */
  void limitBy(Arc arc) {
    limited.add(arc);
  }

  /** Lets packets in only while there is room behind it. */
  void guard(Gate gate) {
    gates.add(gate);
  }

  /** After the last {@link #guard} and {@link #limitBy}. */
  void seal(int placeInSection) {
    place = placeInSection;
    gatesBefore = gates.toArray(Gate[]::new);
    limits = limited.toArray(Arc[]::new);
  }

  /** Whether it waits for several arcs to bring a packet. */
  boolean joins() {
    return arcs > 1;
  }

  /** An arc has brought a packet. */
  void arrive(Frame frame) {
    if (isComplete(frame, arcs)) {
      enqueue(frame);
    }
  }

  final boolean isComplete(Frame frame, int expected) {
    if (expected > 1) {
      if (++frame.arrived[number] < expected) {
        return false;
      }
      frame.arrived[number] = 0;
    }
    return true;
  }

  final void enqueue(Frame frame) {
    ready.add(frame);
  }

  /** Whether there is a packet, and room for it behind. */
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

  /** Whether it calls what may wait for the outside although no packet has come. */
  boolean mayWait() {
    return false;
  }

  /**
   * Handles some of the packets that are there.
   *
   * @return how many
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
    Frame frame = ready.poll();
    enterGates();
    run(frame);
  }

  final void enterGates() {
    for (Gate gate : gatesBefore) {
      gate.enter();
    }
  }

  final void run(Frame frame) {
    section.code().run(place, frame);
  }
}
