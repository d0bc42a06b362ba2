package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.language.VisibleNames;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How generated code names the classes of the run-time library. It writes the full name, unless the
 * file has a variable or a type named {@code dev}, which hides the package (JLS 6.4.2). Then it
 * imports the class; if the file uses the simple name as well, it writes the full name in a place
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

  /** The start of a call of a static method. */
  String call(String name) {
    if (!names.isType(ROOT) && !names.isVariable(ROOT)) {
      return full(name) + ".";
    }
    return isTaken(name) && !names.isType(ROOT)
        ? "((" + full(name) + ") null)."
        : imported(name) + ".";
  }

  /** The class as a type. */
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

  /** The imports for the names that this object has given out. */
  String imports() {
    return imported.stream()
        .map(name -> "import " + full(name) + "; ")
        .collect(Collectors.joining());
  }

  /** A class whose import meets another meaning of its name: there is no way left to name it. */
  Optional<String> hidden() {
    return imported.stream().filter(this::isTaken).findFirst();
  }
}
