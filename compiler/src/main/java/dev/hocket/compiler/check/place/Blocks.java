package dev.hocket.compiler.check.place;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The blocks of a file.
 *
 * @param all outer ones before inner ones
 */
public record Blocks(List<TargetBlock> all) {
  /** Finds which blocks are around which. */
  public static Blocks nested(List<TargetBlock> blocks) {
    List<TargetBlock> sorted = new ArrayList<>(blocks);
    sorted.sort(
        Comparator.comparingInt(TargetBlock::start)
            .thenComparing(TargetBlock::end, Comparator.reverseOrder())
            // A call that starts in place is the statement itself, whatever directives govern it.
            .thenComparing(block -> block.directive().here())
            .thenComparingInt(block -> block.directive().comment().start()));
    for (int i = 0; i < sorted.size(); i++) {
      TargetBlock block = sorted.get(i);
      TargetBlock outer = null;
      for (TargetBlock earlier : sorted.subList(0, i)) {
        outer = earlier.end() >= block.end() ? earlier : outer;
      }
      sorted.set(
          i, new TargetBlock(block.directive(), block.path(), block.start(), block.end(), outer));
    }
    return new Blocks(List.copyOf(sorted));
  }

  /** The innermost block around a place, or null. */
  public TargetBlock at(int offset) {
    TargetBlock innermost = null;
    for (TargetBlock block : all) {
      innermost = block.contains(offset) ? block : innermost;
    }
    return innermost;
  }
}
