package dev.hocket.flow;

import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Clock;
import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.FunctionRecord;
import dev.hocket.flow.engine.Remapping;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.engine.Step;
import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.generate.Generation;
import dev.hocket.flow.generate.SectionPlan;
import dev.hocket.flow.generate.SectionWriter;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.States;
import dev.hocket.flow.lower.Lowering;
import dev.hocket.flow.lower.Sources;
import dev.hocket.flow.mapping.Chunks;
import dev.hocket.flow.mapping.Chunks.Chunked;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Places;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.SharedReference;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.mapping.Watches;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Puts a run together: maps the calls, lowers the graph and generates the code of its sections. */
final class Assembly {
  /** A section that blocks keeps its thread while it has packets. */
  private static final int MOST_IN_ACTIVATION = 1 << 30;

  /** While a function is replaced, the longest time without the end of a packet. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final ClassLoader loader;
  private final Settings settings;
  private final Slots slots;

  /** Held while the run changes to other sections or functions. */
  private final ReentrantLock changing = new ReentrantLock();

  /** What runs now. */
  private volatile Program program;

  private final Collector collector;
  private final Execution execution;
  private final Watches watches;

  /** The division that the run has now; null while it has the first sections. */
  private volatile Division changed;

  /** The part of a request to which all sections belong; null if no request has begun the run. */
  private volatile Span part;

  Assembly(
      Graph graph, Bindings bindings, ClassLoader loader, Settings settings, Collector collector) {
    this.loader = loader;
    this.settings = settings;
    this.slots = new Slots(environment(graph, bindings));
    this.collector = collector;
    Beginning beginning = beginning(graph, bindings, loader, settings, mayChange());
    Invocations invocations = new Invocations(beginning.bindings(), loader);
    States states = States.of(beginning.graph(), invocations);
    this.program = program(invocations, states, beginning);
    this.execution = new Execution(graph, settings.failures(), settings.conveyance(), collector);
    this.watches = new Watches(graph.position(), execution::stop);
    execution.atEnd(watches::remove);
  }

  /**
   * The algorithm with its functions and their state.
   *
   * @param units the units to which measurements may give sections; null if measurements do not
   *     decide
   * @param watched the references that code in several sections uses
   * @param collections the collections whose elements may change while sections handle them
   */
  private record Program(
      Graph graph,
      Bindings bindings,
      Invocations invocations,
      States states,
      Mapping mapping,
      Units units,
      List<SharedReference> watched,
      Set<String> collections,
      Supplier<Map<String, String>> notes) {}

  private static Program program(Invocations invocations, States states, Beginning beginning) {
    return new Program(
        beginning.graph(),
        beginning.bindings(),
        invocations,
        states,
        beginning.mapping(),
        beginning.units(),
        beginning.watched(),
        beginning.shared().collections(),
        beginning.notes());
  }

  /**
   * Returns whether the sections may change. A publisher's packets wait for the subscriber, maybe
   * for ever, and a change would wait for those packets.
   */
  private boolean mayChange() {
    return collector.demand() == null;
  }

  /**
   * Replaces functions while the run continues, at a moment when no packet is in flight.
   *
   * @param replacing makes the graph with the new functions
   * @param handOver makes the new state of a call from the former
   * @return false if the run has ended, or its packets do not end
   */
  boolean replace(
      BiFunction<Graph, Bindings, Replacement> replacing, UnaryOperator<Object> handOver) {
    changing.lock();
    try {
      Program former = program;
      Replacement next = replacing.apply(former.graph(), former.bindings());
      Invocations invocations = new Invocations(next.bindings(), loader);
      Beginning beginning = beginning(next.graph(), next.bindings(), loader, settings, mayChange());
      if (!execution.isGoing()) {
        return false;
      }
      if (!former.graph().hasSource() || !execution.deployed().admission().mayPause()) {
        throw new FlowException(
            former.graph().position(),
            "the functions of this run cannot be replaced: it has no source, draws values ahead of"
                + " its packets, or has begun none since an earlier change failed");
      }
      execution.pause();
      boolean changed =
          Remapping.changeToMade(
              execution,
              () -> {
                States states =
                    former.states().replaced(next.graph(), next.ids(), invocations, handOver);
                Program made = program(invocations, states, beginning);
                Deployment deployment = deployment(made, made.graph(), made.mapping());
                this.changed = null;
                program = made;
                watches.add(made.watched());
                return deployment;
              },
              PATIENCE_NANOS);
      if (changed) {
        choose();
      }
      return changed;
    } finally {
      changing.unlock();
    }
  }

  /** Lets measurements choose the sections, unless the program has chosen them. */
  private void choose() {
    if (program.units() != null) {
      Clock.add(automatic(), Automatic.SAMPLE_NANOS);
    }
  }

  /** Makes what changes the sections by measurements, for a run whose sections may change. */
  Automatic automatic() {
    return automatic(Automatic.Times.DEFAULT);
  }

  Automatic automatic(Automatic.Times times) {
    return new Automatic(this, settings, program.units(), times);
  }

  /**
   * Runs a change of sections by measurements, unless functions have been replaced since.
   *
   * @param measured the units that have been measured
   */
  void whileCurrent(Units measured, Runnable change) {
    changing.lock();
    try {
      if (isCurrent(measured)) {
        change.run();
      }
    } finally {
      changing.unlock();
    }
  }

  boolean isCurrent(Units measured) {
    return program.units() == measured;
  }

  /**
   * The first mapping of a run, and the units that measurements may move.
   *
   * @param graph what is mapped, perhaps with copies that the program does not have
   * @param units the units to which measurements may give sections; null if measurements do not
   *     decide
   * @param shared what the nodes of the graph share
   * @param notes says of nodes, by their ids, why they run as they do
   */
  private record Beginning(
      Graph graph,
      Bindings bindings,
      Mapping mapping,
      Units units,
      Sharing.Found shared,
      Supplier<Map<String, String>> notes) {
    List<SharedReference> watched() {
      List<Site> all = Site.of(graph.body(), "");
      return shared.references().stream()
          .filter(one -> one.isUsedAtATime(all, mapping, units != null))
          .toList();
    }
  }

  /** Draws the sections of a run that begins now. */
  static Picture picture(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    Beginning beginning = beginning(graph, bindings, loader, settings, true);
    return new Picture(beginning.graph(), beginning.mapping(), beginning.notes());
  }

  private static Beginning beginning(
      Graph graph, Bindings bindings, ClassLoader loader, Settings settings, boolean mayChange) {
    settings.check(graph);
    Sharing.Found shared = Sharing.find(graph, bindings, loader, settings.failures());
    List<Group> groups = shared.groups();
    Sections sections = settings.sections();
    boolean isAutomatic = mayChange && sections.rule() == Sections.Rest.AUTOMATIC;
    if (!isAutomatic || !graph.hasSource() && !Chunks.arePossible(graph)) {
      Mapping mapping = Mapping.of(graph, sections, groups);
      return new Beginning(graph, bindings, mapping, null, shared, Map::of);
    }
    PromptNodes.Found found = PromptNodes.of(graph, bindings, loader);
    if (!graph.hasSource()) {
      int copies = Places.processors(settings);
      Chunked cut = Chunks.of(graph, bindings, loader, found, groups, copies);
      Mapping mapping = Mapping.of(cut.graph(), sections, groups);
      return new Beginning(cut.graph(), cut.bindings(), mapping, null, shared, cut.notes());
    }
    Units units = Units.of(graph, bindings, loader, groups, found);
    // A source that is drawn ahead has values that no packet has got, so the run cannot change.
    if (units.haveOneBeginning() && (found.apart().isEmpty() || settings.hasRoom())) {
      Mapping first = Mapping.of(graph, units, Automatic.first(units, settings), groups);
      Units moving = units.count() == 1 ? null : units;
      return new Beginning(graph, bindings, first, moving, shared, units::notes);
    }
    Mapping mapping = Mapping.of(graph, sections, groups);
    return new Beginning(graph, bindings, mapping, null, shared, Map::of);
  }

  /** Puts the sections of a division together; they do not run yet. */
  Deployment deployment(Division division) {
    Units units = program.units();
    Graph divided = units.divided(division);
    return deployment(divided, Mapping.of(divided, units, division, program.mapping().groups()));
  }

  private static Map<String, Object> environment(Graph graph, Bindings bindings) {
    Map<String, Object> environment = new HashMap<>();
    for (Environment variable : graph.environment()) {
      environment.put(variable.name(), bindings.value(variable));
    }
    return environment;
  }

  /** Starts the run. */
  Run start() {
    Span caller = Span.current();
    Span run = caller == null ? null : caller.beginApart("flow", program.graph().name());
    // The sections belong to the run's part; without memory for it, to the caller's.
    part = run == null ? caller : run;
    execution.isPart(run);
    try {
      begin(deployment(program.mapping()));
    } catch (Throwable t) {
      watches.remove();
      close(run);
      throw t;
    }
    choose();
    return new Run(program.graph().name(), this);
  }

  /** Begins the run with a deployment; what code puts into references is watched. */
  void begin(Deployment first) {
    watches.add(program.watched());
    execution.start(first);
  }

  private static void close(Span span) {
    if (span != null) {
      span.close();
    }
  }

  Mapping mapping() {
    return program.mapping();
  }

  Bindings bindings() {
    return program.bindings();
  }

  /** Notes that the run has changed to a division. */
  void changed(Division to) {
    changed = to;
  }

  /** Lists the run's present sections with their measurements. */
  String explain() {
    Program now = program;
    Division division = changed;
    if (division == null) {
      Picture picture = new Picture(now.graph(), now.mapping(), now.notes());
      return PictureWriter.text(now.graph(), picture, execution.statistics());
    }
    Graph divided = now.units().divided(division);
    Mapping mapped = Mapping.of(divided, now.units(), division, now.mapping().groups());
    Picture picture = new Picture(divided, mapped, now.notes());
    return PictureWriter.text(now.graph(), picture, execution.statistics());
  }

  Execution execution() {
    return execution;
  }

  /** Puts the sections of a mapping of the whole graph together; they do not run yet. */
  Deployment deployment(Mapping mapping) {
    return deployment(program.graph(), mapping);
  }

  /**
   * Puts the sections of a mapping together; they do not run yet.
   *
   * @param mapped the graph, perhaps with copies of calls
   */
  Deployment deployment(Graph mapped, Mapping mapping) {
    return deployment(program, mapped, mapping);
  }

  private Deployment deployment(Program of, Graph mapped, Mapping mapping) {
    // The drain of a section belongs to the request of the thread that makes it.
    Span whole = part;
    Span share = whole == null ? null : whole.enter();
    try {
      return new Parts(of, mapped, mapping).deployment();
    } finally {
      close(share);
    }
  }

  /** The parts of one deployment. */
  private final class Parts {
    private final Program program;
    private final Graph graph;
    private final Mapping mapping;
    private final Slots places = slots.anew();
    private final List<Section> sections = new ArrayList<>();
    private final Map<Integer, Section> numbered = new LinkedHashMap<>();

    Parts(Program program, Graph graph, Mapping mapping) {
      this.program = program;
      this.graph = graph;
      this.mapping = mapping;
    }

    Deployment deployment() {
      Sources sources = new Sources(graph, mapping, places, program.invocations(), execution);
      Lowering lowering =
          new Lowering(execution, mapping, places, settings, this::section, program.collections());
      Admission admission = lowering.lower(graph, sources.home(), collector);
      sources.supply(admission, this::section, this::sectionOf, settings.arcs().capacity());
      generate(admission);
      boolean joins = sections.stream().flatMap(s -> s.steps().stream()).anyMatch(Step::joins);
      admission.size(places.count(), joins ? lowering.steps() : 0, lowering.controls());
      return new Deployment(sections, admission, lowering.end());
    }

    private void generate(Admission admission) {
      int retries = settings.failures().retries();
      boolean sampled = program.units() != null;
      boolean recorded = FunctionRecord.isOn();
      SectionWriter.Mode mode = new SectionWriter.Mode(retries, recorded, sampled && recorded);
      Generation generation =
          new Generation(
              graph.position(),
              places,
              program.invocations(),
              graph == program.graph()
                  ? program.states()
                  : program.states().including(graph, program.invocations()),
              KeyScopes.of(graph),
              mode,
              execution);
      List<SectionPlan> plans = new ArrayList<>();
      for (Section section : sections) {
        SectionPlan plan = new SectionPlan(section.name);
        section.drawings().forEach(drawing -> plan.draw(drawing.call));
        for (Step step : section.steps()) {
          if (step == admission && admission.isLoop()) {
            plan.admit(step.instructions(), admission);
          } else {
            plan.step(step.instructions());
          }
        }
        plans.add(plan);
      }
      List<SectionCode> codes = generation.generate(plans);
      for (int i = 0; i < codes.size(); i++) {
        sections.get(i).seal(codes.get(i), places.count());
      }
      if (sampled && !recorded) {
        SectionWriter.Mode timed = new SectionWriter.Mode(retries, true, true);
        for (int i = 0; i < plans.size(); i++) {
          SectionPlan plan = plans.get(i);
          sections.get(i).timedBy(() -> generation.generate(plan, timed));
        }
      }
    }

    private Section section(int number) {
      return numbered.computeIfAbsent(
          number,
          any -> {
            boolean blocking = mapping.isBlocking(number);
            boolean mayWait = mapping.mayWait(number);
            // Functions that wait for each other could take all threads of a pool.
            boolean elsewhere = blocking || mayWait && settings.target() == null;
            Target target = elsewhere ? Places.blocking(settings) : Places.computing(settings);
            int batch = blocking ? MOST_IN_ACTIVATION : settings.arcs().batch();
            Waiting waiting = mapping.waiting(number, settings);
            return made(mapping.name(number), target, blocking || mayWait, waiting, batch);
          });
    }

    /** Makes a section for a source that waits for something outside the program. */
    private Section sectionOf(Node.Call source) {
      Waiting waiting = settings.arcs().waiting();
      return made(source.id(), Places.blocking(settings), true, waiting, MOST_IN_ACTIVATION);
    }

    private Section made(String name, Target target, boolean mayWait, Waiting waiting, int batch) {
      Section section =
          new Section(execution, graph.name() + ": " + name, target, mayWait, waiting, batch);
      sections.add(section);
      return section;
    }
  }
}
