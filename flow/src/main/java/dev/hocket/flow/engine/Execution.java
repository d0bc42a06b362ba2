package dev.hocket.flow.engine;

import dev.hocket.core.Span;
import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.settings.Conveyance;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.walk.Site;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts the packets of one run, ends it after the last one, and stops it after a failure. Any
 * thread may call its methods, unless they say otherwise.
 */
// Packets are counted where they begin (by the admission) and where they end (by the collector).
//
//   Admission, when too many are in flight: (1) waitsForRoom = true; (2) reads how many have
// ended.
//   Collector: (3) writes how many have ended; (4) reads waitsForRoom, and wakes the admission.
//   Admission, when sources have ended: (5) writes how many have begun; (6) reads how many have
// ended.
//   Collector: after (3), (7) reads how many have begun in all.
//
// A re-mapping: the admission pauses, as above with `paused` for `begun`; when the last packet has
// ended, nothing is on the way. The sections are then cancelled, and the next ones begin only when
// no thread runs an old one, so each counter has one writer at a time.
//
// All are volatile: of (1, 2) and (3, 4) one side sees the other's write, so the admission does not
// sleep while there is room; of (5, 6) and (3, 7) one side sees that the last packet has ended, so
// the run ends, and not before.
public final class Execution implements Failed.Handler {
  private static final long UNKNOWN = -1;

  private final Graph graph;
  private final Failures failures;
  private final Conveyance conveyance;
  private final CompletableFuture<Object> done = new CompletableFuture<>();

  /** The reason why the run was stopped; empty while it continues and after its end. */
  private final AtomicReference<Throwable> stopped = new AtomicReference<>();

  private final Collector collector;

  /** Guards the change to another deployment. */
  private final Object changing = new Object();

  private volatile Deployment deployed;

  /** The calls in former deployments. */
  private final Map<String, Statistics.Calls> earlier = new LinkedHashMap<>();

  /** The part of a request that the run is; null if no request has begun the run. */
  private Span part;

  private Runnable atEnd = () -> {};

  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean ending;
  private volatile boolean waitsForRoom;
  private volatile long ended;
  private volatile long begun = UNKNOWN;
  private volatile long paused = UNKNOWN;

  /** The time at which the admission last found too many packets in flight. */
  private volatile long heldSince;

  /** For how long the admission could begin no packet, because too many were in flight. */
  private volatile long heldNanos;

  /** The admission's copy of {@link #ended}. */
  private long endedAtLeast;

  public Execution(Graph graph, Failures failures, Conveyance conveyance, Collector collector) {
    this.graph = graph;
    this.failures = failures;
    this.conveyance = conveyance;
    this.collector = collector;
  }

  /** Sets the part of a request that ends before the run is done; called before the start. */
  public void isPart(Span whole) {
    part = whole;
  }

  /** Sets what runs when no function runs any more, before the run is done. */
  public void atEnd(Runnable action) {
    atEnd = action;
  }

  /** Begins the run. */
  public void start(Deployment first) {
    install(first);
    SectionRecord.begin(graph, this);
    collector.bind(this);
    first.wake();
    if (isStopped()) {
      cancel(first);
    }
  }

  private static void cancel(Deployment deployment) {
    deployment.admission().halt();
    deployment.cancel();
  }

  private void install(Deployment next) {
    collector.at(next.end());
    deployed = next;
    if (ending) {
      next.admission().halt();
      next.admission().stop();
    }
    for (Section section : next.sections()) {
      section.drain().whenDone(() -> sectionEnded(next, section));
    }
  }

  // --- re-mapping; one thread at a time calls these

  public Deployment deployed() {
    return deployed;
  }

  /** Returns whether the run may be re-mapped: it has neither ended nor been asked to end. */
  public boolean isGoing() {
    return !over.get() && !isStopped() && !ending;
  }

  /** The number of packets that have begun. */
  public long admitted() {
    return deployed.admission().admitted();
  }

  /** Returns whether packets are on the way; any thread may call this. */
  public boolean hasPackets() {
    return admitted() != ended;
  }

  /** For how long, in nanoseconds, too many packets were in flight for another one to begin. */
  public long heldNanos() {
    return heldNanos + (waitsForRoom ? System.nanoTime() - heldSince : 0);
  }

  /** The number of packets that have ended. */
  long ended() {
    return ended;
  }

  /** Returns whether the run has ended or been stopped. */
  boolean isOver() {
    return over.get() || isStopped();
  }

  /** Lets the admission begin no more packets. */
  public void pause() {
    Admission admission = deployed.admission();
    admission.pause();
    admission.section.wake();
  }

  /** Lets the admission, which may have paused, begin packets again. */
  void resume() {
    Admission admission = deployed.admission();
    admission.resume();
    admission.section.wake();
  }

  /** Returns whether the admission has paused, and no packet is on the way. */
  boolean isDrained() {
    return paused != UNKNOWN && paused == ended;
  }

  /**
   * Ends the sections, which are drained.
   *
   * @return false if the run has been stopped, which ends them itself
   */
  boolean retire() {
    synchronized (changing) {
      if (isStopped()) {
        return false;
      }
      deployed.retire();
      return true;
    }
  }

  /** Continues with other sections, after the former have become quiet. */
  void change(Deployment next) {
    boolean goesOn;
    synchronized (changing) {
      goesOn = !isStopped();
      if (goesOn) {
        for (Section section : deployed.sections()) {
          section.statistics().forEach(this::countEarlier);
        }
        next.continueFrom(deployed, paused);
        paused = UNKNOWN;
        install(next);
      }
    }
    if (goesOn) {
      next.wake();
    } else {
      fail();
    }
  }

  /** Ends the run, because a change to other sections has failed after the admission paused. */
  void changeFailed(Throwable failure) {
    stop(failure);
    // Sections that have been retired end no run.
    if (deployed.isRetired()) {
      fail();
    }
  }

  private void countEarlier(Statistics.Calls calls) {
    add(calls, earlier);
  }

  /** Adds calls; all copies that share the work of one call count as that call. */
  private static void add(Statistics.Calls calls, Map<String, Statistics.Calls> to) {
    String id = Site.original(calls.id());
    to.merge(id, calls.as(id), Statistics.Calls::plus);
  }

  /** A future that gets the result or the failure of the run. */
  public CompletableFuture<Object> done() {
    return done;
  }

  // --- calls from sections

  Object enter() {
    return conveyance.enter();
  }

  void leave(Object token) {
    conveyance.leave(token);
  }

  boolean isStopped() {
    return stopped.get() != null;
  }

  boolean isEnding() {
    return ending;
  }

  /**
   * Returns the number of packets that may still begin, given the numbers that have begun and may
   * be in flight.
   */
  long room(long admitted, int most) {
    if (admitted - endedAtLeast < most) {
      return most - (admitted - endedAtLeast);
    }
    endedAtLeast = ended;
    if (admitted - endedAtLeast >= most) {
      heldSince = waitsForRoom ? heldSince : System.nanoTime();
      waitsForRoom = true;
      endedAtLeast = ended;
    }
    return most - (admitted - endedAtLeast);
  }

  void sourcesEnded(long admitted) {
    begun = admitted;
    endIfDone();
  }

  /** Called by the admission when it has paused. */
  void paused(long admitted) {
    paused = admitted;
  }

  /** Called by the admission before it begins packets again. */
  void resumed() {
    paused = UNKNOWN;
  }

  /** Called by the section of the collector, after some packets. */
  @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only this section writes it.
  void publishCollected(Section section) {
    if (collector.section() != section || collector.collected() == ended) {
      return;
    }
    ended = collector.collected();
    if (waitsForRoom) {
      // At most a hint: the admission may have found room meanwhile.
      heldNanos += System.nanoTime() - heldSince;
      waitsForRoom = false;
      deployed.admission().section.wake();
    }
    endIfDone();
  }

  private void endIfDone() {
    if (begun == ended && !isStopped() && over.compareAndSet(false, true)) {
      record();
      endPart();
      collector.finish(done);
    }
  }

  // A thread that waits for the run sees that `done` is complete before its dependents run.
  private void endPart() {
    atEnd.run();
    if (part != null) {
      part.close();
    }
  }

  private void record() {
    SectionRecord.end(this);
    Map<String, Statistics.Calls> calls = new LinkedHashMap<>();
    calls().forEach(of -> calls.put(of.id(), of));
    deployed.sections().forEach(section -> FunctionRecord.write(graph, section, calls));
  }

  /** The calls so far, in this deployment and in former ones. */
  private List<Statistics.Calls> calls() {
    synchronized (changing) {
      Map<String, Statistics.Calls> all = new LinkedHashMap<>();
      for (Section section : deployed.sections()) {
        section.statistics().forEach(of -> add(of, all));
      }
      earlier.values().forEach(of -> all.merge(of.id(), of, Statistics.Calls::plus));
      return List.copyOf(all.values());
    }
  }

  @Override
  public void failed(Packet packet, Failed failed) {
    failed(((Token) packet).packet, failed);
  }

  /** Handles the failure of a function: stops the run, or drops the packet. */
  public void failed(long packet, Failed failed) {
    if (isStopped()) {
      return;
    }
    Node node = failed.node;
    Throwable cause = failed.getCause();
    try {
      if (!(cause instanceof VirtualMachineError)
          && failures.skips(
              new Failures.Failure(Site.original(node.id()), node.position(), packet, cause))) {
        return;
      }
    } catch (Throwable inReport) {
      stop(inReport);
      return;
    }
    stop(node, packet, cause);
  }

  void stop(Node node, long packet, Throwable cause) {
    stop(Thrown.at(cause, Thrown.place(node, packet)));
  }

  /**
   * Stops all sections, those of a run that has not begun when it begins. Once they have stopped,
   * the run ends with the failure.
   */
  public void stop(Throwable failure) {
    if (!over.get() && stopped.compareAndSet(null, failure)) {
      Deployment last;
      synchronized (changing) {
        last = deployed;
      }
      if (last != null) {
        cancel(last);
      }
    }
  }

  /**
   * Notes that a section will never run again: the run has been stopped, or the target has ended.
   */
  private void sectionEnded(Deployment of, Section section) {
    if (of.isRetired()) {
      return;
    }
    stop(
        new RejectedExecutionException(
            "section " + section + ": target " + section.drain().target() + " has ended"));
    if (of.countEnded() && isStopped()) {
      fail();
    }
  }

  private void fail() {
    record();
    endPart();
    collector.fail(done, stopped.get());
  }

  // --- calls from the program

  /** Stops the run for the program; false if it had ended or been stopped before. */
  public boolean cancel() {
    boolean first = !over.get() && stopped.get() == null;
    stop(new CancellationException("flow " + graph.name() + " was cancelled"));
    return first;
  }

  /** Begins no more packets, and handles those in flight to the end. */
  public void end() {
    ending = true;
    Admission admission = deployed.admission();
    admission.halt();
    admission.stop();
    admission.section.wake();
  }

  /** Counts the work that has been done so far. */
  public Statistics statistics() {
    List<Statistics.Activations> places = new ArrayList<>();
    Deployment now = deployed;
    for (Section section : now.sections()) {
      places.add(new Statistics.Activations(section.name, section.activations(), section.queued()));
    }
    return new Statistics(
        now.admission().admitted(),
        collector.finished(),
        collector.skipped(),
        now.admission().dropped(),
        calls(),
        places);
  }
}
