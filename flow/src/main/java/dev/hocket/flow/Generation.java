package dev.hocket.flow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;

/** Generates the code of all sections of a run. */
// The layout of all sections comes before any code: a value has a slot if another method names it,
// so all methods must be known.
final class Generation {
  private final Run run;
  private final Slots slots;
  private final Layout layout;
  private final Invocations invocations;
  private final SectionWriter.Mode mode;
  private final Admission admission;
  private final Map<Step, Routine> routines = new LinkedHashMap<>();

  Generation(
      Run run, Slots slots, Invocations invocations, SectionWriter.Mode mode, Admission admission) {
    this.run = run;
    this.slots = slots;
    this.layout = new Layout(slots);
    this.invocations = invocations;
    this.mode = mode;
    this.admission = admission;
  }

  void generate(Collection<Section> sections) {
    for (Section section : sections) {
      section.drawings().forEach(d -> layout.use(d.call.arguments(), d));
      section.steps().forEach(this::lay);
    }
    if (admission.isLoop() && routines.get(admission).isWhole(layout, admission)) {
      admission.holdsAll();
    }
    sections.forEach(this::generate);
  }

  private void lay(Step step) {
    if (step == admission && admission.isLoop()) {
      admission.sources().forEach(source -> layout.name(source.id(), step));
      admission.sources().forEach(source -> layout.use(source.arguments(), step));
    }
    routines.put(step, Routine.of(step.instructions(), layout, step));
  }

  private void generate(Section section) {
    try {
      write(section);
    } catch (MethodTooLargeException | ClassTooLargeException e) {
      throw new FlowException(
          run.graph().position(),
          "section \""
              + section
              + "\" is too large for a class of the JVM; spread its functions over more sections, or"
              + " compute in functions what has very many values");
    }
  }

  private void write(Section section) {
    SectionWriter writer = new SectionWriter(slots, layout, invocations, mode);
    boolean admits = admission.isLoop() && section == admission.section;
    List<Step> steps = section.steps();
    for (int i = 0; i < steps.size(); i++) {
      if (admits && steps.get(i) == admission) {
        writer.admit(admission, routines.get(admission));
      } else {
        writer.step(i, routines.get(steps.get(i)).parts());
      }
    }
    List<Integer> draws = new ArrayList<>();
    section.drawings().forEach(drawing -> draws.add(writer.draw(drawing.call)));
    SectionCode code = writer.finish(run, admits);
    for (int i = 0; i < draws.size(); i++) {
      section.drawings().get(i).at(code, draws.get(i), slots.count());
    }
    section.seal(code);
  }
}
