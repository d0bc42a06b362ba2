package dev.hocket.compiler.check;

import dev.hocket.compiler.check.language.VisibleNames;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How generated code names the classes of the run-time library: in full, unless the file has a
 * variable or a type named {@code dev}, which hides the package (JLS 6.4.2). Then by an import; or,
 * where the file has the simple name as well, in full where only a type can stand.
 */
public final class Library {
  /** What blocks and waits become calls of. */
  public static final String BLOCKS = "TargetBlocks";

  /** The locks of {@code critical}. */
  public static final String CRITICAL = "Critical";

  /** The mark of methods that can be suspended. */
  public static final String RESUMABLE = "Resumable";

  /** The marks behind calls that are awaited. */
  public static final String RESUMED = "Resumed";

  /** The boxes of variables. */
  public static final String SHARED = "Shared";

  private static final Set<String> CLASSES = Set.of(BLOCKS, CRITICAL, RESUMABLE, RESUMED, SHARED);
  private static final String ROOT = "dev";
  static final String PACKAGE = ROOT + ".hocket.directives.";

  private final VisibleNames names;
  private final Set<String> imported = new TreeSet<>();

  /** For a file with these names. */
  public Library(VisibleNames names) {
    this.names = names;
  }

  /** A class that can be named in none of these ways. */
  static Optional<String> hidden(VisibleNames names) {
    return names.isType(ROOT)
        ? CLASSES.stream().filter(name -> isTaken(names, name)).sorted().findFirst()
        : Optional.empty();
  }

  private static boolean isTaken(VisibleNames names, String name) {
    return names.isType(name) || names.isVariable(name);
  }

  /** The start of a call of a static method. */
  public String call(String name) {
    if (!names.isType(ROOT) && !names.isVariable(ROOT)) {
      return PACKAGE + name + ".";
    }
    return isTaken(names, name) ? "((" + PACKAGE + name + ") null)." : imported(name) + ".";
  }

  /** The class as a type. */
  public String type(String name) {
    return names.isType(ROOT) ? imported(name) : PACKAGE + name;
  }

  private String imported(String name) {
    imported.add(name);
    return name;
  }

  /** The imports that the names given out need. */
  public String imports() {
    return imported.stream()
        .map(name -> "import " + PACKAGE + name + "; ")
        .collect(Collectors.joining());
  }
}
