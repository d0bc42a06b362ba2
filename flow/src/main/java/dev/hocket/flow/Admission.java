package dev.hocket.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Begins packets: when every source has its next value and fewer than so many packets are on their
 * way. Ends when a source does, and then counts what others had drawn in vain.
 */
final class Admission extends Step {
  private static final Object NONE = new Object();

  private final Run run;
  private final int most;
  private final List<Supply> supplies = new ArrayList<>();
  private Object[] held;
  private int slots;
  private int steps;
  private int controls;
  private long admitted;
  private volatile boolean ended;
  private long alone;

  /** A source, as the admission sees it. */
  interface Supply {
    /** The next value, {@link Flow#END}, or {@link #none} if there is none yet. */
    Object take() throws Op.Failed;

    /** Its place in a frame. */
    int slot();

    /** How many values it has drawn that nobody took. */
    int left();

    void stop();
  }

  Admission(Run run, Section section, int number, int most) {
    super(section, number);
    this.run = run;
    this.most = most;
  }

  static Object none() {
    return NONE;
  }

  void add(Supply supply) {
    supplies.add(supply);
  }

  void size(int slotsOfFrame, int stepsOfFrame, int controlsOfFrame) {
    slots = slotsOfFrame;
    steps = stepsOfFrame;
    controls = controlsOfFrame;
    held = new Object[supplies.size()];
    Arrays.fill(held, NONE);
  }

  @Override
  boolean canFire() {
    if (ended) {
      return false;
    }
    if (run.isEnding()) {
      end();
      return false;
    }
    return run.mayAdmit(admitted, most) && hasRoom() && draw();
  }

  /** Whether every source has its value. */
  private boolean draw() {
    for (int i = 0; i < held.length; i++) {
      if (held[i] == NONE) {
        try {
          held[i] = supplies.get(i).take();
        } catch (Op.Failed failed) {
          run.stop(failed.node, admitted + 1, failed.getCause());
          return false;
        }
        if (held[i] == NONE) {
          return false;
        }
        if (held[i] == Flow.END) {
          end();
          return false;
        }
      }
    }
    return true;
  }

  @Override
  void fire() {
    admitted++;
    Frame frame = new Frame(admitted, slots, steps, controls);
    for (int i = 0; i < held.length; i++) {
      frame.slots[supplies.get(i).slot()] = held[i];
      held[i] = NONE;
    }
    // Without a source there is one packet.
    if (held.length == 0) {
      end();
    }
    enterGates();
    run(frame);
  }

  private void end() {
    ended = true;
    for (int i = 0; i < held.length; i++) {
      supplies.get(i).stop();
      alone += held[i] != NONE && held[i] != Flow.END ? 1 : 0;
    }
    run.sourcesEnded(admitted);
  }

  /** Values that no packet has got: exact after the end. */
  long dropped() {
    return ended ? alone + supplies.stream().mapToLong(Supply::left).sum() : 0;
  }

  void stop() {
    supplies.forEach(Supply::stop);
  }

  long admitted() {
    return admitted;
  }
}
