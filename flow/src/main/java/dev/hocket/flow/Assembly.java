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
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a run together: maps the calls, lowers the graph and generates the code of its sections. */
final class Assembly {
  private final Graph graph;
  private final Settings settings;
  private final Mapping mapping;
  private final Slots slots;
  private final Invocations invocations;
  private final States states;
  private final Collector collector;
  private final Execution execution;

  Assembly(
      Graph graph, Bindings bindings, ClassLoader loader, Settings settings, Collector collector) {
    Map<String, Object> environment = environment(graph, bindings);
    this.graph = graph;
    this.settings = settings;
    this.mapping = mapping(graph, bindings, loader, settings);
    this.slots = new Slots(environment);
    this.invocations = new Invocations(bindings, loader);
    this.states = States.of(graph, invocations);
    this.collector = collector;
    this.execution = new Execution(graph, settings.failures(), settings.conveyance(), collector);
  }

  /** Makes the sections of a run that begins now. */
  static Mapping mapping(Graph graph, Bindings bindings, ClassLoader loader, Settings settings) {
    settings.check(graph);
    List<Group> groups = Sharing.of(graph, bindings, loader);
    if (isAutomatic(graph, settings)) {
      Units units = Units.of(graph, groups);
      return Mapping.of(graph, units, Automatic.first(units), groups);
    }
    return Mapping.of(graph, settings.sections(), groups);
  }

  /** Whether measurements can say something about sections: there is more than one packet. */
  private static boolean isAutomatic(Graph graph, Settings settings) {
    return settings.sections().rule() == Sections.Rest.AUTOMATIC && graph.hasSource();
  }

  /** Puts the sections of a division together; they do not run yet. */
  Deployment deployment(Units units, Division division) {
    return deployment(Mapping.of(graph, units, division, mapping.groups()));
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
    Automatic automatic = null;
    // A publisher's packets wait for the subscriber, maybe for ever, and a pause would wait for
    // them.
    if (isAutomatic(graph, settings) && collector.demand() == null) {
      automatic = new Automatic(this, graph, settings, mapping.groups());
    }
    execution.start(first);
    if (automatic != null) {
      Clock.add(automatic);
    }
    return new Run(graph.name(), execution);
  }

  Mapping mapping() {
    return mapping;
  }

  Execution execution() {
    return execution;
  }

  /** Puts the sections of a mapping together; they do not run yet. */
  Deployment deployment(Mapping mapping) {
    return new Parts(mapping).deployment();
  }

  /** What belongs to one deployment only. */
  private final class Parts {
    private final Mapping mapping;
    private final Slots places = slots.anew();
    private final List<Section> sections = new ArrayList<>();
    private final Map<Integer, Section> numbered = new LinkedHashMap<>();

    Parts(Mapping mapping) {
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
      boolean sampled = isAutomatic(graph, settings);
      SectionWriter.Mode mode = new SectionWriter.Mode(retries, FunctionRecord.isOn(), sampled);
      Generation generation =
          new Generation(graph.position(), places, invocations, states, mode, execution);
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
        List<SectionCode> timed =
            generation.generate(plans, new SectionWriter.Mode(retries, true, true));
        for (int i = 0; i < timed.size(); i++) {
          sections.get(i).timedBy(timed.get(i));
        }
      }
    }

    private Section section(int number) {
      return numbered.computeIfAbsent(
          number,
          any -> {
            boolean blocking = mapping.isBlocking(number);
            Target target = blocking ? Places.blocking(settings) : Places.computing(settings);
            return made(mapping.name(number), target, blocking, mapping.waiting(number, settings));
          });
    }

    /** Makes a section for a source that waits for something outside the program. */
    private Section sectionOf(Node.Call source) {
      return made(source.id(), Places.blocking(settings), true, settings.arcs().waiting());
    }

    private Section made(String name, Target target, boolean blocking, Waiting waiting) {
      Section section =
          new Section(
              execution,
              graph.name() + ": " + name,
              target,
              blocking,
              waiting,
              settings.arcs().batch());
      sections.add(section);
      return section;
    }
  }
}
