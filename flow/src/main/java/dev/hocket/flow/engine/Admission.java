package dev.hocket.flow.engine;

import dev.hocket.core.Span;
import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Intake;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Begins a packet whenever every source has its next value and fewer packets than the limit are in
 * flight. It ends with the first source that ends, and counts the values that the other sources had
 * drawn but no packet got.
 */
public final class Admission extends Step implements Intake {
  private static final Object NONE = new Object();

  private final Execution run;
  private final int most;
  private final List<Supply> supplies = new ArrayList<>();
  private Object[] held;
  private int slots;
  private int steps;
  private int controls;
  private List<Call> sources;
  private boolean whole;
  private long admitted;
  private volatile boolean ended;
  private long alone;

  /** Whether no more packets begin. */
  private volatile boolean halted;

  /** It pauses when this many packets have begun in all. */
  private volatile long pauseAt = Long.MAX_VALUE;

  private boolean paused;

  /** Whether a pause has been cancelled, and the admission has not gone on since. */
  private volatile boolean resumed;

  /**
   * The part of a request that has drawn a value of the next packet in another section; or null.
   */
  private Span drawnBy;

  /** A source of values for packets. */
  interface Supply {
    /** The next value, {@link Graph#END}, or {@link #none} if there is none yet. */
    Object take() throws Failed;

    /**
     * Returns whether {@link #take} may block, because the source waits for something outside the
     * program.
     */
    boolean takingMayWait();

    /** The slot of the source's value in a token. */
    int slot();

    /** The number of values that the source has drawn and no packet got. */
    int left();

    void stop();
  }

  public Admission(Execution run, Section section, int number, int most) {
    super(section, number);
    this.run = run;
    this.most = most;
  }

  static Object none() {
    return NONE;
  }

  public void add(Supply supply) {
    supplies.add(supply);
  }

  /** The loop that begins packets calls these sources; no others are added. */
  public void draws(List<Call> calls) {
    sources = calls;
  }

  /** Returns whether a loop begins packets. */
  public boolean isLoop() {
    return sources != null;
  }

  @Override
  public List<Call> sources() {
    return sources;
  }

  @Override
  public void holdsAll() {
    whole = true;
  }

  @Override
  public boolean isWhole() {
    return whole;
  }

  public void size(int slotsOfToken, int stepsOfToken, int controlsOfToken) {
    slots = slotsOfToken;
    steps = stepsOfToken;
    controls = controlsOfToken;
    held = new Object[supplies.size()];
    Arrays.fill(held, NONE);
  }

  @Override
  boolean mayWait() {
    return supplies.stream().anyMatch(Supply::takingMayWait);
  }

  @Override
  int fire(int wanted) {
    if (!isLoop()) {
      return super.fire(wanted);
    }
    int room = room(wanted);
    return room == 0 ? 0 : section.code().admit(room);
  }

  /** Continues the count of packets after those that a former deployment has begun. */
  void continueAt(long begunBefore) {
    admitted = begunBefore;
  }

  /** Returns whether the admission can pause without holding values that no packet has got. */
  public boolean mayPause() {
    return !resumed && (isLoop() || supplies.stream().allMatch(Supplies.Direct.class::isInstance));
  }

  /** Returns whether a pause has been cancelled, but packets have not begun again yet. */
  public boolean isResuming() {
    return resumed;
  }

  /** Pauses before another deployment: no more packets begin. Any thread may call this. */
  void pause() {
    pauseAfter(0);
    halt();
  }

  /** Lets the admission pause when this many packets have begun in the run; for tests. */
  public void pauseAfter(long packets) {
    pauseAt = packets;
  }

  /**
   * Cancels the pause; any thread may call this. Another pause must not begin until packets may
   * begin again: it might take this one as reached.
   */
  synchronized void resume() {
    resumed = true;
    pauseAfter(Long.MAX_VALUE);
    halted = false;
    if (run.isEnding()) {
      halt();
    }
  }

  /** Notes that packets may begin again, and that another pause may follow. */
  private synchronized void goOn() {
    if (admitted < pauseAt) {
      paused = false;
      run.resumed();
      resumed = false;
    }
  }

  /** Stops the admission: no more packets begin. Any thread may call this. */
  void halt() {
    halted = true;
  }

  /** Returns the number of packets that may begin now; the gates have already counted them in. */
  private int room(int wanted) {
    if (!isOpen()) {
      return 0;
    }
    int room = Math.clamp(pauseAt - admitted, 0, wanted);
    room = whole ? room : (int) Math.min(room, run.room(admitted, most));
    if (room == 0 || !isLimited()) {
      return room;
    }
    if (!hasRoom()) {
      return 0;
    }
    enterGates();
    return 1;
  }

  private boolean isOpen() {
    if ((paused || resumed) && admitted < pauseAt) {
      goOn();
    }
    if (ended || paused) {
      return false;
    }
    if (run.isEnding()) {
      end();
      return false;
    }
    if (admitted >= pauseAt) {
      paused = true;
      run.paused(admitted);
    }
    return !paused;
  }

  @Override
  boolean canFire() {
    return isOpen() && run.room(admitted, most) > 0 && hasRoom() && draw();
  }

  // --- calls from the generated loop

  @Override
  public boolean isHalted() {
    // The request of the last packet is not that of the next one.
    Span.rests();
    return halted;
  }

  /** The number of the packet that begins after {@code done} others. */
  private long number(int done) {
    return admitted + (whole ? done : 0) + 1;
  }

  @Override
  public Token packet() {
    return new Token(++admitted, slots, steps, controls, beginner());
  }

  /** The message that becomes the next packet, if a recording follows it; else null. */
  private Span beginner() {
    Span taken = drawnBy;
    drawnBy = null;
    return taken == null ? Span.ofMessage() : taken;
  }

  @Override
  public boolean failed(Failed failed, int done, int place, int sources) {
    if (place < sources) {
      run.stop(failed.node, number(done), failed.getCause());
      return false;
    }
    run.failed(number(done), failed);
    return true;
  }

  @Override
  public int done(int done, int ender) {
    admitted += whole ? done : 0;
    if (ender > 0) {
      alone += ender - 1;
      end();
    }
    return done;
  }

  /** Returns whether every source has its value. */
  private boolean draw() {
    Span.rests();
    for (int i = 0; i < held.length; i++) {
      if (held[i] == NONE) {
        try {
          held[i] = opened(supplies.get(i).take());
        } catch (Failed failed) {
          run.stop(failed.node, admitted + 1, failed.getCause());
          return false;
        }
        if (held[i] == NONE) {
          return false;
        }
        if (held[i] == Graph.END) {
          end();
          return false;
        }
      }
    }
    return true;
  }

  /** Takes a value out of the envelope in which a source's section has sent it. */
  private Object opened(Object taken) {
    if (taken instanceof Supplies.Followed followed) {
      drawnBy = followed.by();
      return followed.value();
    }
    return taken;
  }

  @Override
  void fire() {
    Token token = packet();
    for (int i = 0; i < held.length; i++) {
      token.slots[supplies.get(i).slot()] = held[i];
      held[i] = NONE;
    }
    enterGates();
    run(token);
  }

  private void end() {
    ended = true;
    for (int i = 0; i < held.length; i++) {
      supplies.get(i).stop();
      alone += held[i] != NONE && held[i] != Graph.END ? 1 : 0;
    }
    run.sourcesEnded(admitted);
  }

  /** Returns the number of drawn values that no packet got; exact once the admission has ended. */
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
