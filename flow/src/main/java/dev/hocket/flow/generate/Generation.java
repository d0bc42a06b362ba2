package dev.hocket.flow.generate;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.generate.SectionPlan.StepPlan;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.KeyScopes;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

/** Generates the code of all sections of a run. */
// The layout of all sections comes before any code: a value has a slot if another method names it,
// so all methods must be known.
public final class Generation {
  private final Position position;
  private final Slots slots;
  private final Layout layout;
  private final Invocations invocations;
  private final States states;
  private final KeyScopes keys;
  private final SectionWriter.Mode mode;
  private final Failed.Handler handler;
  private final Map<StepPlan, Routine> routines = new IdentityHashMap<>();

  public Generation(
      Position position,
      Slots slots,
      Invocations invocations,
      States states,
      KeyScopes keys,
      SectionWriter.Mode mode,
      Failed.Handler handler) {
    this.position = position;
    this.slots = slots;
    this.layout = new Layout(slots, keys);
    this.invocations = invocations;
    this.states = states;
    this.keys = keys;
    this.mode = mode;
    this.handler = handler;
  }

  /**
   * Makes the code of all sections of a run. A section that is too large for a class with what
   * samples need is not sampled.
   *
   * @throws FlowException if a section is too large for a class
   */
  public List<SectionCode> generate(List<SectionPlan> sections) {
    for (SectionPlan section : sections) {
      section.draws().forEach(source -> layout.use(source.arguments(), source));
      section.steps().forEach(this::lay);
    }
    for (SectionPlan section : sections) {
      for (StepPlan step : section.steps()) {
        if (step.intake() != null && routines.get(step).isWhole(layout, step)) {
          step.intake().holdsAll();
        }
      }
    }
    return sections.stream().map(this::generate).toList();
  }

  /**
   * Makes more code of one of the sections, with the same slots and state.
   *
   * @param other how it differs
   * @return empty if it is too large for a class
   */
  public Optional<SectionCode> generate(SectionPlan section, SectionWriter.Mode other) {
    try {
      return Optional.of(write(section, other));
    } catch (MethodTooLargeException | ClassTooLargeException e) {
      return Optional.empty();
    }
  }

  private void lay(StepPlan step) {
    if (step.intake() != null) {
      step.intake().sources().forEach(source -> layout.name(source.id(), step));
      step.intake().sources().forEach(source -> layout.use(source.arguments(), step));
    }
    routines.put(step, Routine.of(step.instructions(), layout, step));
  }

  private SectionCode generate(SectionPlan section) {
    return generate(section, mode)
        .or(() -> mode.sampled() ? generate(section, mode.unsampled()) : Optional.empty())
        .or(() -> mode.timed() ? generate(section, mode.untimed()) : Optional.empty())
        .orElseThrow(() ->
            new FlowException(
                position,
                "section \""
                    + section.name()
                    + "\" is too large for a class of the JVM; spread its functions over more"
                    + " sections, or compute in functions what has very many values"));
  }

  private SectionCode write(SectionPlan section, SectionWriter.Mode how) {
    SectionWriter writer = new SectionWriter(slots, layout, invocations, states, keys, how);
    List<StepPlan> steps = section.steps();
    for (int i = 0; i < steps.size(); i++) {
      Routine routine = routines.get(steps.get(i));
      if (steps.get(i).intake() != null) {
        writer.admit(steps.get(i).intake(), routine);
      } else {
        writer.step(i, routine);
      }
    }
    section.draws().forEach(writer::draw);
    return writer.finish(handler);
  }
}
