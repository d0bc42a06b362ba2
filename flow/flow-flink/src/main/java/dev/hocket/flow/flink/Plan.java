package dev.hocket.flow.flink;

import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Constant;
import dev.hocket.flow.graph.Argument.Env;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Environment;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.graph.Region.Yield;
import dev.hocket.flow.link.Degrees;
import dev.hocket.flow.mapping.Bound;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Sharing.Group;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.walk.References;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Divides an algorithm into the stages of a job. The nodes stay in the order of the program. Copies
 * are a stage of their own, with a subtask for each; all other stages have one subtask, and begin
 * where the section of the functions changes.
 */
// One line of operators, instead of one arc for each value, needs no join: all values of a packet
// travel together, so the n-th value of one arc cannot meet another packet's. Branches and loops
// are
// inside a stage.
final class Plan {
  private final Bound bound;
  private final Mapping mapping;

  /** The section and nodes of each stage, before the values between them are known. */
  private final List<Draft> drafts = new ArrayList<>();

  private record Draft(int section, List<Node> nodes, Replicate copies, int degree) {
    boolean isAsync() {
      return nodes.size() == 1 && Plan.isAsync(nodes.getFirst());
    }
  }

  private Plan(Bound bound, Mapping mapping) {
    this.bound = bound;
    this.mapping = mapping;
  }

  static List<Stage> of(Bound bound, List<Group> groups) {
    Sections wanted = bound.settings().sections();
    // Nothing has been measured, so the fewest sections: packets between them are copied.
    Sections sections = wanted.rule() == Sections.Rest.AUTOMATIC ? Sections.single() : wanted;
    Plan plan = new Plan(bound, Mapping.of(bound.graph(), sections, groups));
    plan.draft();
    return plan.stages();
  }

  static boolean isSource(Node node) {
    return node instanceof Call call && call.implementation().source();
  }

  /** Returns whether a node is an asynchronous call of a packet's value. */
  static boolean isAsync(Node node) {
    return node instanceof Call call && call.implementation().async() && !isSource(node);
  }

  private void draft() {
    int section = -1;
    List<Node> nodes = new ArrayList<>();
    for (Node node : bound.graph().body().nodes()) {
      if (isSource(node)) {
        continue;
      }
      int degree = node instanceof Replicate copies ? degree(copies) : 1;
      if (degree > 1) {
        drafts.add(new Draft(section, nodes, null, 1));
        Replicate copies = (Replicate) node;
        drafts.add(new Draft(section, List.of(single(copies)), copies, degree));
        nodes = new ArrayList<>();
        section = -1;
        continue;
      }
      List<Integer> sections = mapping.sections(node, "");
      if (isAsync(node)) {
        if (!nodes.isEmpty() || drafts.isEmpty() || !drafts.getLast().isAsync()) {
          drafts.add(new Draft(section, nodes, null, 1));
        }
        section = sections.isEmpty() ? section : sections.getFirst();
        drafts.add(new Draft(section, List.of(node), null, 1));
        nodes = new ArrayList<>();
        continue;
      }
      int own = sections.isEmpty() ? section : sections.getFirst();
      if (section >= 0 && own != section) {
        drafts.add(new Draft(section, nodes, null, 1));
        nodes = new ArrayList<>();
      }
      section = own;
      nodes.add(node);
    }
    drafts.add(new Draft(section, nodes, null, 1));
  }

  private int degree(Replicate copies) {
    Object degree =
        switch (copies.degree()) {
          case Constant constant -> constant.value();
          case Env variable -> environment(variable);
          case null, default -> null;
        };
    return Degrees.of(copies, degree);
  }

  private Object environment(Env variable) {
    Graph graph = bound.graph();
    for (Environment known : graph.environment()) {
      if (known.name().equals(variable.name())) {
        return bound.bindings().value(known);
      }
    }
    throw new AssertionError(variable);
  }

  /** The part of copies that each subtask runs: one copy. */
  private static Replicate single(Replicate copies) {
    return new Replicate(
        copies.id(),
        copies.position(),
        1,
        copies.key() == null ? Balance.ROUND_ROBIN : Balance.BY_HASH,
        null,
        copies.key(),
        copies.input(),
        copies.body());
  }

  private List<Stage> stages() {
    boolean kept = bound.settings().order() == Order.KEPT;
    List<Stage> stages = new ArrayList<>();
    List<String> in = live(-1);
    for (int i = 0; i < drafts.size(); i++) {
      Draft draft = drafts.get(i);
      List<String> out = live(i);
      stages.add(
          new Stage(
              i,
              draft.section(),
              List.copyOf(draft.nodes()),
              in,
              out,
              draft.degree(),
              draft.copies() != null && draft.copies().key() != null,
              kept && i > 0 && drafts.get(i - 1).degree() > 1,
              i + 1 < drafts.size() ? drafts.get(i + 1).copies() : null,
              draft.isAsync()));
      in = out;
    }
    return stages;
  }

  /** The values made by a stage or before it that are used after it. */
  private List<String> live(int stage) {
    Set<String> made = new LinkedHashSet<>();
    bound.graph().body().nodes().stream()
        .filter(Plan::isSource)
        .forEach(node -> made.add(node.id()));
    Set<String> used = new LinkedHashSet<>();
    for (int i = 0; i < drafts.size(); i++) {
      for (Node node : drafts.get(i).nodes()) {
        if (i <= stage) {
          made.add(node.id());
        } else {
          used.addAll(References.of(node));
        }
      }
    }
    Argument result = ((Yield) bound.graph().body().result()).value();
    if (result instanceof Ref ref) {
      used.add(ref.id());
    }
    made.retainAll(used);
    return List.copyOf(made);
  }
}
