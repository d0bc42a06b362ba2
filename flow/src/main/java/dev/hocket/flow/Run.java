package dev.hocket.flow;

import dev.hocket.core.Blocking;
import dev.hocket.core.Target;
import dev.hocket.core.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** One run of a {@link Flow}. Any thread may call its methods. */
// Packets are counted where they begin (by the admission) and where they end (by the collector).
//
//   Admission, when too many are in flight: (1) waitsForRoom = true; (2) reads how many have
// ended.
//   Collector: (3) writes how many have ended; (4) reads waitsForRoom, and wakes the admission.
//   Admission, when sources have ended: (5) writes how many have begun; (6) reads how many have
// ended.
//   Collector: after (3), (7) reads how many have begun in all.
//
// All are volatile: of (1, 2) and (3, 4) one side sees the other's write, so the admission does not
// sleep while there is room; of (5, 6) and (3, 7) one side sees that the last packet has ended, so
// the run ends, and not before.
public final class Run {
  private static final long UNKNOWN = -1;

  private final Graph graph;
  private final Settings settings;
  private final Map<Integer, Section> sections = new LinkedHashMap<>();
  private final CompletableFuture<Object> done = new CompletableFuture<>();

  /** Why the run was stopped; empty while it goes on and after its end. */
  private final AtomicReference<Throwable> stopped = new AtomicReference<>();

  private final Admission admission;
  private final Collector collector;

  private final AtomicInteger endedSections = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean ending;

  /** Whether it is ending or stopped. */
  private volatile boolean halted;

  private volatile boolean waitsForRoom;
  private volatile long ended;
  private volatile long begun = UNKNOWN;

  /** The admission's copy of {@link #ended}. */
  private long endedAtLeast;

  Run(Graph graph, Bindings bindings, ClassLoader loader, Settings settings, Collector collector) {
    this.graph = graph;
    this.settings = settings;
    this.collector = collector;
    settings.check(graph);
    Map<String, Object> environment = environment(graph, bindings);
    Mapping mapping = mapping(graph, loader, settings, environment);
    Slots slots = new Slots(environment);
    Invocations invocations = new Invocations(bindings, loader);
    Sources sources = new Sources(graph, mapping, slots, invocations, this);
    Lowering lowering =
        new Lowering(this, mapping, slots, settings, number -> section(number, mapping));
    this.admission = lowering.lower(graph, sources.home(), collector);
    sources.supply(
        admission, number -> section(number, mapping), this::sectionOf, settings.arcs().capacity());
    SectionWriter.Mode mode =
        new SectionWriter.Mode(settings.failures().retries(), FunctionRecord.isOn());
    new Generation(this, slots, invocations, mode, admission).generate(sections.values());
    boolean joins =
        sections.values().stream().flatMap(s -> s.steps().stream()).anyMatch(Step::joins);
    admission.size(slots.count(), joins ? lowering.steps() : 0, lowering.controls());
  }

  /** Makes the sections of a run that begins now. */
  static Mapping mapping(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    settings.check(graph);
    return mapping(graph, loader, settings, environment(graph, bindings));
  }

  private static Mapping mapping(
      Graph graph, ClassLoader loader, Settings settings, Map<String, Object> environment) {
    Mutability mutability = new Mutability(graph, environment, loader);
    return Mapping.of(graph, settings.sections(), Sharing.of(graph, mutability));
  }

  private static Map<String, Object> environment(Graph graph, Bindings bindings) {
    Map<String, Object> environment = new HashMap<>();
    for (Environment variable : graph.environment()) {
      environment.put(variable.name(), bindings.value(variable));
    }
    return environment;
  }

  private Section section(int number, Mapping mapping) {
    return sections.computeIfAbsent(
        number,
        any -> {
          boolean blocking = mapping.isBlocking(number);
          Target target = blocking ? Places.blocking(settings) : Places.computing(settings);
          String name = graph.name() + ": " + mapping.name(number);
          return new Section(
              this,
              name,
              target,
              blocking,
              mapping.waiting(number, settings),
              settings.arcs().batch());
        });
  }

  /** Makes a section for a source that waits for something outside the program. */
  private Section sectionOf(Node.Call source) {
    Section section =
        new Section(
            this,
            graph.name() + ": " + source.id(),
            Places.blocking(settings),
            true,
            settings.arcs().waiting(),
            settings.arcs().batch());
    sections.put(-1 - sections.size(), section);
    return section;
  }

  Run start() {
    sections.values().forEach(section -> section.drain().whenDone(() -> sectionEnded(section)));
    collector.bind(this);
    sections.values().forEach(Section::wake);
    return this;
  }

  Graph graph() {
    return graph;
  }

  Collection<Section> sections() {
    return sections.values();
  }

  // --- what sections ask and say

  Object enter() {
    return settings.conveyance().enter();
  }

  void leave(Object token) {
    settings.conveyance().leave(token);
  }

  boolean isStopped() {
    return stopped.get() != null;
  }

  boolean isEnding() {
    return ending;
  }

  /** Whether no more packets begin. */
  boolean isHalted() {
    return halted;
  }

  /** How many more packets may begin, given how many have begun and how many may be in flight. */
  long room(long admitted, int most) {
    if (admitted - endedAtLeast < most) {
      return most - (admitted - endedAtLeast);
    }
    endedAtLeast = ended;
    if (admitted - endedAtLeast >= most) {
      waitsForRoom = true;
      endedAtLeast = ended;
    }
    return most - (admitted - endedAtLeast);
  }

  void sourcesEnded(long admitted) {
    begun = admitted;
    endIfDone();
  }

  /** Called by the section of the collector, after some packets. */
  void publishCollected(Section section) {
    if (collector.section() != section || collector.collected() == ended) {
      return;
    }
    ended = collector.collected();
    if (waitsForRoom) {
      waitsForRoom = false;
      admission.section.wake();
    }
    endIfDone();
  }

  private void endIfDone() {
    if (begun == ended && !isStopped() && over.compareAndSet(false, true)) {
      record();
      collector.finish(done);
    }
  }

  private void record() {
    sections.values().forEach(section -> FunctionRecord.write(graph, section));
  }

  /** Handles the failure of a function: stops the run, or drops the packet. */
  void failed(long packet, Failed failed) {
    if (isStopped()) {
      return;
    }
    Throwable cause = failed.getCause();
    if (settings.failures().skipped() == null || cause instanceof VirtualMachineError) {
      stop(failed.node, packet, cause);
      return;
    }
    Node node = failed.node;
    try {
      settings
          .failures()
          .skipped()
          .accept(new Failures.Failure(node.id(), node.position(), packet, cause));
    } catch (Throwable inReport) {
      stop(inReport);
    }
  }

  void stop(Node node, long packet, Throwable cause) {
    stop(Thrown.at(cause, Thrown.place(node, packet)));
  }

  /** Stops all sections. Once they have stopped, the run ends with the failure. */
  void stop(Throwable failure) {
    if (!over.get() && stopped.compareAndSet(null, failure)) {
      halted = true;
      sections.values().forEach(section -> section.drain().cancel());
    }
  }

  /**
   * Notes that a section will never run again: the run has been stopped, or the target has ended.
   */
  private void sectionEnded(Section section) {
    stop(
        new RejectedExecutionException(
            "section " + section + ": target " + section.drain().target() + " has ended"));
    if (endedSections.incrementAndGet() == sections.size() && isStopped()) {
      record();
      collector.fail(done, stopped.get());
    }
  }

  // --- what the program asks and says

  /**
   * The result, when it is there.
   *
   * @return completed with the result of the flow, or exceptionally with what a function threw,
   *     with a {@link CancellationException} if the run was cancelled; on a thread of a section
   */
  public CompletionStage<Object> completion() {
    return done.minimalCompletionStage();
  }

  /**
   * Waits for the result. A thread of a target lets others run meanwhile.
   *
   * @return the result
   * @throws CancellationException if the run was cancelled; if the calling thread is interrupted,
   *     it cancels the run, waits until its functions have returned, and its interrupt status is
   *     set
   */
  public Object await() {
    Thread waiting = Thread.currentThread();
    Wait wait = Wait.of("the result of flow " + graph.name(), done::isDone);
    done.whenComplete((result, failure) -> LockSupport.unpark(waiting));
    try {
      Blocking.await(wait);
    } catch (InterruptedException e) {
      cancel();
      Blocking.awaitUninterruptibly(wait);
      waiting.interrupt();
    }
    // The original object, which join would wrap.
    Throwable failure = done.handle((result, thrown) -> thrown).join();
    if (failure != null) {
      throw Thrown.sneak(failure);
    }
    return done.join();
  }

  /**
   * Stops the run: interrupts the functions that run, and drops the packets in flight.
   *
   * @return false if the run had ended or been stopped before
   */
  public boolean cancel() {
    boolean first = !over.get() && stopped.get() == null;
    stop(new CancellationException("flow " + graph.name() + " was cancelled"));
    return first;
  }

  /**
   * Ends the run early: takes no more values from sources, interrupts a source that waits for
   * something outside the program, and handles the packets in flight to the end.
   */
  public void end() {
    ending = true;
    halted = true;
    admission.stop();
    admission.section.wake();
  }

  /**
   * Counts the work that the run has done so far.
   *
   * @return the numbers
   */
  public Statistics statistics() {
    List<Statistics.Calls> functions = new ArrayList<>();
    sections.values().forEach(section -> functions.addAll(section.code().statistics()));
    List<Statistics.Activations> places = new ArrayList<>();
    for (Section section : sections.values()) {
      places.add(new Statistics.Activations(section.name, section.activations(), section.queued()));
    }
    return new Statistics(
        admission.admitted(),
        collector.finished(),
        collector.skipped(),
        admission.dropped(),
        functions,
        places);
  }
}
