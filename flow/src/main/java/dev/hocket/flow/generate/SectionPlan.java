package dev.hocket.flow.generate;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Intake;
import dev.hocket.flow.graph.Node.Call;
import java.util.ArrayList;
import java.util.List;

/** The instructions of a section's steps and its sources, before code is generated for them. */
public final class SectionPlan {
  private final String name;
  private final List<StepPlan> steps = new ArrayList<>();
  private final List<Call> draws = new ArrayList<>();

  /**
   * The instructions of one step.
   *
   * @param intake set if the step is a loop that calls the sources itself; else null
   */
  record StepPlan(List<Instruction> instructions, Intake intake) {}

  /** Makes an empty plan; the name is for messages. */
  public SectionPlan(String name) {
    this.name = name;
  }

  /** Adds a step; steps are numbered from 0. */
  public void step(List<Instruction> instructions) {
    steps.add(new StepPlan(instructions, null));
  }

  /** Adds a step that is a loop which calls the sources itself; at most one in all sections. */
  public void admit(List<Instruction> instructions, Intake intake) {
    steps.add(new StepPlan(instructions, intake));
  }

  /** Adds a source that is called one by one; they are numbered from 0. */
  public void draw(Call source) {
    draws.add(source);
  }

  String name() {
    return name;
  }

  List<StepPlan> steps() {
    return steps;
  }

  List<Call> draws() {
    return draws;
  }
}
