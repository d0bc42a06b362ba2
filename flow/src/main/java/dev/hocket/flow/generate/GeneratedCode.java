package dev.hocket.flow.generate;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.link.Interrupts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The superclass of the generated code of a section, with the methods that it calls. */
// Generated classes are hidden ones, so no stack trace of the program's shows them. The section
// writes `calls`, the times and `at`; other threads may read slightly stale values.
abstract class GeneratedCode implements SectionCode {
  /** The places in the code that can fail. */
  private Origin[] origins;

  /** The number of calls at each place. */
  long[] calls;

  /**
   * The time that the calls of each place took, in nanoseconds; meaningless unless calls are timed.
   */
  private long[] nanos;

  private long[] shortest;
  private long[] longest;

  /** The place that the code is at, if it is sampled; -1 at none. */
  int at = -1;

  /** The values of the run. */
  final Object[] values;

  private Failed.Handler handler;
  private boolean timed;

  GeneratedCode(Object[] values) {
    this.values = values;
  }

  /**
   * A place in the code that can fail.
   *
   * @param id the node's id with its copy, under which calls and timed plain code are counted; null
   *     if the place is not counted
   */
  record Origin(Node node, String id) {}

  final SectionCode bind(Failed.Handler ofRun, List<Origin> places, boolean timesCalls) {
    handler = ofRun;
    origins = places.toArray(Origin[]::new);
    calls = new long[origins.length];
    nanos = new long[origins.length];
    shortest = new long[origins.length];
    longest = new long[origins.length];
    Arrays.fill(shortest, -1);
    Arrays.fill(longest, -1);
    timed = timesCalls;
    return this;
  }

  @Override
  public final List<Statistics.Calls> statistics() {
    return counted(Call.class);
  }

  @Override
  public final List<Statistics.Calls> plainCode() {
    return timed ? counted(Expression.class) : List.of();
  }

  private List<Statistics.Calls> counted(Class<? extends Node> kind) {
    List<Statistics.Calls> all = new ArrayList<>();
    for (int i = 0; i < origins.length; i++) {
      if (origins[i].id() != null && kind.isInstance(origins[i].node())) {
        long time = timed ? nanos[i] : -1;
        all.add(new Statistics.Calls(origins[i].id(), calls[i], time, shortest[i], longest[i]));
      }
    }
    return all;
  }

  @Override
  public final Node node(String id) {
    for (Origin origin : origins) {
      if (id.equals(origin.id())) {
        return origin.node();
      }
    }
    throw new AssertionError(id);
  }

  @Override
  public final String calling() {
    int place = at;
    if (place < 0) {
      return null;
    }
    return origins[place].id() == null ? origins[place].node().id() : origins[place].id();
  }

  // --- calls from generated code

  /** Makes the exception for a failure at a place. */
  final Failed failed(int place, Throwable thrown) {
    return thrown instanceof Failed failed ? failed : new Failed(origins[place].node(), thrown);
  }

  /** Handles a failure at a place, on a packet. */
  final void failed(Packet packet, int place, Throwable thrown) {
    packet.dead = true;
    handler.failed(packet, failed(place, thrown));
  }

  /**
   * Counts the calls that each packet passes.
   *
   * @param complete the number of packets that have passed all places
   * @param reached the place that one more packet has reached, or -1
   */
  final void count(int[] places, int complete, int reached) {
    for (int place : places) {
      calls[place] += complete + (place <= reached ? 1 : 0);
    }
  }

  /**
   * Decides whether a failed call is repeated.
   *
   * @param left the number of repeats that are left
   * @param begin when the call began, if calls are timed
   * @return how often it may be repeated after that
   */
  final int again(Throwable thrown, int place, int left, long begin) throws Failed {
    spent(place, begin);
    if (left == 0 || Interrupts.caused(thrown)) {
      throw failed(place, thrown);
    }
    return left - 1;
  }

  /** Adds the time of a call that has ended. */
  final void spent(int place, long begin) {
    if (timed) {
      long time = System.nanoTime() - begin;
      nanos[place] += time;
      longest[place] = Math.max(longest[place], time);
      shortest[place] = shortest[place] < 0 ? time : Math.min(shortest[place], time);
    }
  }

  /** Called at the end of each turn of a loop. */
  final void turn(int place) throws Failed {
    if (Thread.currentThread().isInterrupted()) {
      throw failed(place, new InterruptedException("interrupted in a loop"));
    }
  }
}
