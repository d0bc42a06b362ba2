package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.Tree;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.WaitScope;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.Locale;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The names of variables in generated code. Lambdas cannot hide variables, so copies and boxes of
 * parameters need names of their own.
 */
final class Naming {
  /**
   * The separator between the user's name and a generated suffix; it occurs nowhere in the file.
   */
  private final String separator;

  private final Library library;

  Naming(Tokens tokens, Library library) {
    String unused = "$";
    while (tokens.contain(unused + "shared")
        || tokens.contain(unused + "private")
        || tokens.contain(unused + "firstprivate")
        || tokens.contain(unused + "encounter")
        || tokens.contain(unused + "resource")
        || tokens.contain(unused + "lastprivate")
        || tokens.contain(unused + "reduction")
        || tokens.contain(unused + "in_reduction")
        || tokens.contain(unused + "team")
        || tokens.contain(unused + "low")
        || tokens.contain(unused + "length")
        || tokens.contain(unused + "scope")
        || tokens.contain(unused + "co")) {
      unused += "$";
    }
    this.separator = unused;
    this.library = library;
  }

  /** The name of the coroutine in a block that can be suspended. */
  String coroutine(Region block) {
    return separator + "co" + depth(block);
  }

  /** The name under which a variable is declared: its own, unless that is taken. */
  String declared(Local local) {
    if (local.copy() != null) {
      return copyName(local, local.copy().word());
    }
    return local.isBoxed() && !isDeclaredInPlace(local)
        ? local.name() + separator + "shared"
        : local.name();
  }

  /** The expression that reads or assigns a variable. */
  String use(Local local) {
    return declared(local) + (local.isBoxed() ? ".value" : "");
  }

  /** The name of a firstprivate variable's value at the directive. */
  String encountered(Local copy) {
    return copy.isWritten() || copy.isBoxed() ? copyName(copy, "encounter") : declared(copy);
  }

  /** The name of the first index of the array section that a copy stands for. */
  String low(Local copy) {
    return copyName(copy, "low");
  }

  /** The name of the length of the array section that a copy stands for. */
  String length(Local copy) {
    return copyName(copy, "length");
  }

  /** The name of the resource that stands for a boxed variable in {@code try (x)}. */
  String resource(Local local) {
    return local.name() + separator + "resource";
  }

  /** The name of a variable for a resource that is closed by an explicit call. */
  String ofResource(String role, int number) {
    return role + separator + "resource" + number;
  }

  /** The name of the variable with a body's wait scope. */
  String scope(WaitScope scope) {
    return scope.tag() + separator + "scope" + (scope.depth() == 0 ? "" : scope.depth());
  }

  /** The name of the variable with the tasks that a handler awaits. */
  String tasks(int number) {
    return "tasks" + separator + "team" + number;
  }

  /** The name of the variable with the order of blocks. */
  String order(int number) {
    return "order" + separator + "team" + number;
  }

  /** The name of a generated variable of a team's region. */
  String ofTeam(String role, Region region) {
    return role + separator + "team" + depth(region);
  }

  /**
   * The text that ends the {@code try} of a work-sharing statement.
   *
   * @param handle the name of the variable with the work
   */
  String ending(Region region, String handle) {
    // With parallel in the same directive, the end of the team's region waits.
    boolean ofTeam =
        region.around() != null
            && region.around().directive().comment() == region.directive().comment();
    boolean waits = !ofTeam && region.directive().clause(ClauseKind.NOWAIT).isEmpty();
    return "} catch (java.lang.Throwable %1$s) { if (%2$s.failed(%1$s)) throw %1$s; } finally { %2$s.%3$s(); }"
        .formatted(ofTeam("thrown", region), handle, waits ? "end" : "endNowait");
  }

  private String copyName(Local copy, String reason) {
    return copy.name() + separator + reason + depth(copy.construct());
  }

  /** A suffix that distinguishes the names of nested regions. */
  private static String depth(Region block) {
    return block.depth() == 0 ? "" : Integer.toString(block.depth());
  }

  /** Whether the variable's declaration itself can become that of a box. */
  static boolean isDeclaredInPlace(Local local) {
    Tree parent = local.declaration().getParentPath().getLeaf();
    return parent instanceof BlockTree
        || parent instanceof CaseTree
        || parent instanceof ForLoopTree;
  }

  /** The type of the box for a type, which must have a name. */
  String box(TypeMirror type) {
    String shared = library.type(Library.SHARED);
    return type.getKind().isPrimitive()
        ? shared + "." + boxName(type.getKind())
        : shared + "<" + TypeNames.of(type).orElseThrow() + ">";
  }

  static String boxName(TypeKind kind) {
    String name = kind.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  /** The default value of a type, for a variable without an initialiser. */
  static String defaultValue(TypeMirror type) {
    return switch (type.getKind()) {
      case BOOLEAN -> "false";
      case BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> "0";
      default -> "null";
    };
  }
}
