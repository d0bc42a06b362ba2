package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.CompilationUnitTree;
import dev.hocket.compiler.patch.Edit;
import dev.hocket.compiler.patch.Patch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Edits that must be applied together.
 *
 * @param edits the edits of each file
 */
public record Proposal(Map<CompilationUnitTree, Set<Edit>> edits) {
  public Proposal() {
    this(new LinkedHashMap<>());
  }

  public void add(CompilationUnitTree unit, Edit edit) {
    edits.computeIfAbsent(unit, each -> new LinkedHashSet<>()).add(edit);
  }

  public void addAll(Proposal other) {
    other.edits.forEach((unit, all) -> all.forEach(edit -> add(unit, edit)));
  }

  /** Whether no two edits replace the same text. */
  public boolean isConsistent() {
    for (Set<Edit> each : edits.values()) {
      List<Edit> sorted = new ArrayList<>(each);
      sorted.sort((one, other) -> Integer.compare(one.start(), other.start()));
      for (int i = 1; i < sorted.size(); i++) {
        if (sorted.get(i).start() < sorted.get(i - 1).end()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The new texts of the files. */
  public Map<CompilationUnitTree, String> texts() {
    Map<CompilationUnitTree, String> texts = new HashMap<>();
    edits.forEach(
        (unit, all) -> texts.put(unit, Patch.change(Texts.of(unit), List.copyOf(all)).after()));
    return texts;
  }
}
