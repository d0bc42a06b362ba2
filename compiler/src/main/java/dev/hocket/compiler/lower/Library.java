package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.language.VisibleNames;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The names of the runtime library's classes in generated code. These are full names, unless the
 * file has a variable or type named {@code dev}, which hides the package (JLS 6.4.2). In that case
 * the class is imported; if the file also uses the simple name, the full name is written at a place
 * where only a type can stand.
 */
final class Library {
  static final String BLOCKS = "TargetBlocks";
  static final String RESUMED = "Resumed";
  static final String SHARED = "Shared";
  static final String TEAMS = "Teams";
  static final String TASKS = "Tasks";
  static final String LOOP = "Loop";
  static final String DEPENDS = "Depends";
  static final String TAG_SCOPE = "TagScope";

  private static final String ROOT = "dev";

  private final VisibleNames names;
  private final TreeSet<String> imported = new TreeSet<>();

  Library(VisibleNames names) {
    this.names = names;
  }

  /** The start of a call of a class's static method. */
  String call(String name) {
    if (!names.isType(ROOT) && !names.isVariable(ROOT)) {
      return full(name) + ".";
    }
    return isTaken(name) && !names.isType(ROOT)
        ? "((" + full(name) + ") null)."
        : imported(name) + ".";
  }

  /** The name of a class as a type. */
  String type(String name) {
    return names.isType(ROOT) ? imported(name) : full(name);
  }

  private static String full(String name) {
    return ROOT + ".hocket." + (name.equals(TAG_SCOPE) ? "core." : "directives.") + name;
  }

  private String imported(String name) {
    imported.add(name);
    return name;
  }

  private boolean isTaken(String name) {
    return names.isType(name) || names.isVariable(name);
  }

  /** The imports for all names that this object has returned. */
  String imports() {
    return imported.stream()
        .map(name -> "import " + full(name) + "; ")
        .collect(Collectors.joining());
  }

  /**
   * A class whose import conflicts with another use of its name, so that no name for it is left.
   */
  Optional<String> hidden() {
    return imported.stream().filter(this::isTaken).findFirst();
  }
}
