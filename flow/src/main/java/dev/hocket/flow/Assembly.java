package dev.hocket.flow;

import dev.hocket.core.Target;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.engine.Admission;
import dev.hocket.flow.engine.Collector;
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
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Places;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.mapping.Sharing;
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
  private final Map<Integer, Section> sections = new LinkedHashMap<>();

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
    return Mapping.of(graph, settings.sections(), Sharing.of(graph, bindings, loader));
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
    Sources sources = new Sources(graph, mapping, slots, invocations, execution);
    Lowering lowering = new Lowering(execution, mapping, slots, settings, this::section);
    Admission admission = lowering.lower(graph, sources.home(), collector);
    sources.supply(admission, this::section, this::sectionOf, settings.arcs().capacity());
    generate(admission);
    boolean joins =
        execution.sections().stream().flatMap(s -> s.steps().stream()).anyMatch(Step::joins);
    admission.size(slots.count(), joins ? lowering.steps() : 0, lowering.controls());
    execution.start(admission);
    return new Run(graph.name(), execution);
  }

  private void generate(Admission admission) {
    SectionWriter.Mode mode =
        new SectionWriter.Mode(settings.failures().retries(), FunctionRecord.isOn());
    Generation generation =
        new Generation(graph.position(), slots, invocations, states, mode, execution);
    List<SectionPlan> plans = new ArrayList<>();
    for (Section section : execution.sections()) {
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
      execution.sections().get(i).seal(codes.get(i), slots.count());
    }
  }

  private Section section(int number) {
    return sections.computeIfAbsent(
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
    execution.add(section);
    return section;
  }
}
