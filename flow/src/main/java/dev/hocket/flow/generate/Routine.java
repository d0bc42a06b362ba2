package dev.hocket.flow.generate;

import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.generate.Layout.Item;
import java.util.ArrayList;
import java.util.List;

/**
 * The code of one step, divided at each instruction that is no evaluation. The code of a long step
 * is divided among several methods.
 *
 * @param parts one after the other
 * @param further what follows them, each list in a method of its own
 */
record Routine(List<Part> parts, List<List<Part>> further) {
  /**
   * Evaluations, and the instruction that follows them.
   *
   * @param items if one fails, the rest is skipped
   * @param then null at the end of a step
   */
  record Part(List<Item> items, Instruction then) {}

  /** Divides the code of a step, and notes the values that its methods name. */
  static Routine of(List<Instruction> code, Layout layout, Object method) {
    List<List<Part>> all = Layout.divided(parts(code, layout));
    for (List<Part> parts : all) {
      Object own = parts == all.getFirst() ? method : parts;
      for (Part part : parts) {
        layout.place(part.items(), own);
        if (part.then() instanceof Instruction.Collect collect) {
          layout.use(List.of(collect.value()), own);
        }
      }
    }
    return new Routine(all.getFirst(), all.subList(1, all.size()));
  }

  private static List<Part> parts(List<Instruction> code, Layout layout) {
    List<Part> parts = new ArrayList<>();
    List<Instruction> group = new ArrayList<>();
    for (Instruction instruction : code) {
      switch (instruction) {
        case Instruction.Evaluate evaluate -> group.add(evaluate);
        case Instruction.PutAside aside -> group.add(aside);
        default -> {
          parts.add(new Part(layout.of(group), instruction));
          group.clear();
        }
      }
    }
    if (!group.isEmpty()) {
      parts.add(new Part(layout.of(group), null));
    }
    return parts;
  }

  /** Returns whether the packet never leaves this step, so that it needs no object. */
  boolean isWhole(Layout layout, Object method) {
    return parts.size() == 1
        && parts.getFirst().then() instanceof Instruction.Collect
        && layout.isWhole(parts.getFirst().items(), method);
  }
}
