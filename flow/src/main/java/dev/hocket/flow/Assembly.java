package dev.hocket.flow;

import dev.hocket.core.Target;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Clock;
import dev.hocket.flow.engine.Collector;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.FunctionRecord;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.engine.Step;
import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.generate.Generation;
import dev.hocket.flow.generate.SectionPlan;
import dev.hocket.flow.generate.SectionWriter;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.States;
import dev.hocket.flow.lower.Lowering;
import dev.hocket.flow.lower.Sources;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Places;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import dev.hocket.flow.walk.KeyScopes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a run together: maps the calls, lowers the graph and generates the code of its sections. */
final class Assembly {
  /** A section that blocks keeps its thread while it has packets. */
  private static final int MOST_IN_ACTIVATION = 1 << 30;

  private final Graph graph;
  private final Settings settings;
  private final Mapping mapping;

  /** The units to which measurements may give sections; null if measurements do not decide. */
  private final Units units;

  private final Slots slots;
  private final Invocations invocations;
  private final States states;
  private final Collector collector;
  private final Execution execution;

  /** The division that the run has now; null while it has the first sections. */
  private volatile Division changed;

  Assembly(
      Graph graph, Bindings bindings, ClassLoader loader, Settings settings, Collector collector) {
    Map<String, Object> environment = environment(graph, bindings);
    this.graph = graph;
    this.settings = settings;
    Beginning beginning = beginning(graph, bindings, loader, settings);
    this.mapping = beginning.mapping();
    // A publisher's packets wait for the subscriber, maybe for ever, and a pause would wait for
    // those packets.
    this.units = collector.demand() == null ? beginning.units() : null;
    this.slots = new Slots(environment);
    this.invocations = new Invocations(bindings, loader);
    this.states = States.of(graph, invocations);
    this.collector = collector;
    this.execution = new Execution(graph, settings.failures(), settings.conveyance(), collector);
  }

  /**
   * The first mapping of a run, and the units that measurements may move.
   *
   * @param units the units to which measurements may give sections; null if measurements do not
   *     decide
   */
  private record Beginning(Mapping mapping, Units units) {}

  /** Makes the sections of a run that begins now. */
  static Mapping mapping(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    return beginning(graph, bindings, loader, settings).mapping();
  }

  private static Beginning beginning(
      Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    settings.check(graph);
    List<Group> groups = Sharing.of(graph, bindings, loader);
    if (settings.sections().rule() == Sections.Rest.AUTOMATIC && graph.hasSource()) {
      PromptNodes.Found found = PromptNodes.of(graph, bindings, loader);
      Units units = Units.of(graph, groups, found);
      // A source that is drawn ahead has values that no packet has got, so the run cannot change.
      if (units.haveOneBeginning() && (found.apart().isEmpty() || settings.hasRoom())) {
        Mapping first = Mapping.of(graph, units, Automatic.first(units, settings), groups);
        return new Beginning(first, units);
      }
    }
    return new Beginning(Mapping.of(graph, settings.sections(), groups), null);
  }

  /** Puts the sections of a division together; they do not run yet. */
  Deployment deployment(Division division) {
    Graph divided = units.divided(division);
    return deployment(divided, Mapping.of(divided, units, division, mapping.groups()));
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
    Deployment first = deployment(mapping);
    execution.start(first);
    if (units != null) {
      Clock.add(new Automatic(this, settings, units));
    }
    return new Run(graph.name(), this);
  }

  Mapping mapping() {
    return mapping;
  }

  /** Notes that the run has changed to a division. */
  void changed(Division to) {
    changed = to;
  }

  /** Lists the run's present sections with their measurements. */
  String explain() {
    Division now = changed;
    if (now == null) {
      return PictureWriter.text(graph, new Picture(graph, mapping), execution.statistics());
    }
    Graph divided = units.divided(now);
    Mapping mapped = Mapping.of(divided, units, now, mapping.groups());
    return PictureWriter.text(graph, new Picture(divided, mapped), execution.statistics());
  }

  Execution execution() {
    return execution;
  }

  /** Puts the sections of a mapping of the whole graph together; they do not run yet. */
  Deployment deployment(Mapping mapping) {
    return deployment(graph, mapping);
  }

  /**
   * Puts the sections of a mapping together; they do not run yet.
   *
   * @param mapped the graph, perhaps with copies of calls
   */
  Deployment deployment(Graph mapped, Mapping mapping) {
    return new Parts(mapped, mapping).deployment();
  }

  /** The parts of one deployment. */
  private final class Parts {
    private final Graph graph;
    private final Mapping mapping;
    private final Slots places = slots.anew();
    private final List<Section> sections = new ArrayList<>();
    private final Map<Integer, Section> numbered = new LinkedHashMap<>();

    Parts(Graph graph, Mapping mapping) {
      this.graph = graph;
      this.mapping = mapping;
    }

    Deployment deployment() {
      Sources sources = new Sources(graph, mapping, places, invocations, execution);
      Lowering lowering = new Lowering(execution, mapping, places, settings, this::section);
      Admission admission = lowering.lower(graph, sources.home(), collector);
      sources.supply(admission, this::section, this::sectionOf, settings.arcs().capacity());
      generate(admission);
      boolean joins = sections.stream().flatMap(s -> s.steps().stream()).anyMatch(Step::joins);
      admission.size(places.count(), joins ? lowering.steps() : 0, lowering.controls());
      return new Deployment(sections, admission, lowering.end());
    }

    private void generate(Admission admission) {
      int retries = settings.failures().retries();
      boolean sampled = units != null;
      SectionWriter.Mode mode = new SectionWriter.Mode(retries, FunctionRecord.isOn(), sampled);
      Generation generation =
          new Generation(
              graph.position(), places, invocations, states, KeyScopes.of(graph), mode, execution);
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
      if (sampled && !mode.timed()) {
        SectionWriter.Mode timed = new SectionWriter.Mode(retries, true, true);
        for (int i = 0; i < plans.size(); i++) {
          generation.generate(plans.get(i), timed).ifPresent(sections.get(i)::timedBy);
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
