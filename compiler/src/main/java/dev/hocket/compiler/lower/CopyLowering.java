package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Combination;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.MethodReduction;
import dev.hocket.compiler.check.sharing.Reduction;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Declares a region's own copies of variables, and stores their results in the originals. */
final class CopyLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Expressions expressions;

  CopyLowering(Context context) {
    this.expressions = new Expressions(context);
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
  }

  /** Declares variables with the values at the directive, for a region that becomes a function. */
  Snippet encounters(Region region) {
    Snippet encounters = new Snippet();
    for (Local copy : checked.variables().copiesOf(region)) {
      if (copy.startsWithValue()) {
        String type = TypeNames.of(copy.element().asType()).orElse("var");
        encounters.add("final " + type + " " + naming.encountered(copy) + " = ");
        marked(encounters, region, copy, original(copy)).add("; ");
      }
      encounters.add(bounds(region, copy));
    }
    return encounters;
  }

  /** Declares the first index and the length of the array section that a copy stands for. */
  private Snippet bounds(Region region, Local copy) {
    return copy.section().map(section -> bounds(region, copy, section)).orElseGet(Snippet::new);
  }

  private Snippet bounds(Region region, Local copy, Clause.Section section) {
    Clause clause = copy.reduction().orElseThrow();
    Snippet bounds = Snippet.of("final int " + naming.low(copy) + " = ");
    section
        .low()
        .ifPresentOrElse(low -> bounds.add(expressions.of(clause, low)), () -> bounds.add("0"));
    bounds.add("; final int " + naming.length(copy) + " = " + library.call("Partials"));
    bounds.add("length(\"" + copy.name() + "\", ");
    marked(bounds, region, copy, original(copy)).add(", " + naming.low(copy));
    section.length().ifPresent(length -> bounds.add(", ").add(expressions.of(clause, length)));
    return bounds.add("); ");
  }

  /** Adds generated text, with a mark that connects javac's errors in it with the clause. */
  Snippet marked(Snippet snippet, Region region, Local variable, String text) {
    for (Clause clause : region.directive().clauses()) {
      for (Name name : clause.names()) {
        if (clause.kind().sharesData() && name.text().equals(variable.name())) {
          return snippet.addMarked(text, clause, name);
        }
      }
    }
    if (!variable.isImplicit()) {
      return snippet.add(text);
    }
    Clause clause = implicit(region, variable);
    return snippet.addMarked(text, clause, clause.names().getFirst());
  }

  /** A clause for a task's copy that no clause lists; its position is that of the directive. */
  static Clause implicit(Region region, Local variable) {
    Name name = new Name(variable.name(), region.offset());
    return new Clause(ClauseKind.FIRSTPRIVATE, region.offset(), List.of(name), null);
  }

  /** The declarations at the start of a region's code. */
  Snippet declarations(Region region) {
    Snippet declarations = new Snippet();
    for (Local copy : checked.variables().copiesOf(region)) {
      if (copy.isIndex()) {
        continue;
      }
      if (!region.isFunction()) {
        declarations.add(bounds(region, copy));
      }
      String declaration = region.isFunction() ? ofFunction(copy) : declaration(copy, first(copy));
      marked(declarations, region, copy, declaration);
    }
    return declarations;
  }

  private String ofFunction(Local copy) {
    if (!copy.startsWithValue()) {
      return declaration(copy, first(copy));
    }
    boolean hasOwn = copy.isWritten() || copy.isBoxed();
    return hasOwn ? declaration(copy, naming.encountered(copy)) : "";
  }

  private String declaration(Local copy, String first) {
    TypeMirror type = copy.element().asType();
    String name = naming.declared(copy);
    if (!copy.isBoxed()) {
      return TypeNames.of(type).orElse("var") + " " + name + " = " + first + "; ";
    }
    String box = naming.box(type);
    String value = copy.copy() == ClauseKind.PRIVATE ? "" : first;
    return "final " + box + " " + name + " = new " + box + "(" + value + "); ";
  }

  private String first(Local copy) {
    if (copy.copy().combines()) {
      String original = original(copy);
      String first = combination(copy).first(original);
      String length = copy.section().isPresent() ? ", " + naming.length(copy) : "";
      return copy.isReducedArray()
          ? "%slike(\"%s\", %s, %s%s)"
              .formatted(library.call("Partials"), copy.name(), original, first, length)
          : first;
    }
    return copy.startsWithValue() ? original(copy) : Naming.defaultValue(copy.element().asType());
  }

  /** The variable that a copy was made of, as the code around the region names it. */
  private String original(Local copy) {
    return naming.use(originalOf(copy));
  }

  private Local originalOf(Local copy) {
    return checked.variables().resolve(copy.element(), copy.construct().around());
  }

  private Combination combination(Local copy) {
    Clause clause = copy.reduction().orElseThrow();
    TypeMirror type = copy.element().asType();
    return clause.isByMethod()
        ? MethodReduction.of(
            clause.word().text(),
            TypeNames.of(type).orElseThrow(),
            expressions.of(clause).toString())
        : Reduction.of(clause.word().text(), type).orElseThrow();
  }

  /**
   * Combines partial results and stores last values. Variables that the team shares are stored
   * once; variables that each thread has are stored by each thread. The arrays of such variables
   * may be the same object, so each thread passes its array, and only the first thread with a given
   * array stores into it.
   *
   * @param handle the variable with the shared work, or the class of teams
   */
  Snippet stores(Region region, String handle) {
    List<Local> stored =
        checked.variables().copiesOf(region).stream().filter(c -> c.copy().stores()).toList();
    if (stored.isEmpty()) {
      return new Snippet();
    }
    List<Local> own = stored.stream().filter(copy -> isOwn(region, originalOf(copy))).toList();
    String verb = own.isEmpty() ? "combine" : "share";
    String partials = naming.ofTeam("partials", region);
    Snippet stores = new Snippet();
    List<Local> arrays = own.stream().filter(Local::isReducedArray).toList();
    for (int i = 0; i < stored.size(); i++) {
      Local copy = stored.get(i);
      String store = store(copy, partials, i);
      String thread = library.call("Omp") + "getThreadNum()";
      if (arrays.contains(copy)) {
        int array = stored.size() + arrays.indexOf(copy);
        stores.add("if (%s.isFirst(%s, %d)) ".formatted(partials, thread, array));
      } else if (!own.isEmpty() && !own.contains(copy)) {
        // Here every thread has all partial results, so only one thread stores the shared
        // variables.
        stores.add("if (" + thread + " == 0) ");
      }
      marked(stores, region, copy, store);
    }
    String values =
        Stream.concat(
                stored.stream().map(copy -> handedIn(copy, naming.use(copy))),
                arrays.stream().map(copy -> handedIn(copy, original(copy))))
            .collect(Collectors.joining(", "));
    String gathered =
        "final %s %s = %s%s(%s); "
            .formatted(library.type("Partials"), partials, handle, verb, values);
    return Snippet.of(gathered).add(stores);
  }

  /** An argument of a varargs call, cast so that a single array is not taken as all arguments. */
  private static String handedIn(Local copy, String value) {
    boolean isArray = copy.element().asType().getKind() == TypeKind.ARRAY;
    return (isArray ? "(java.lang.Object) " : "") + value;
  }

  /** Adds the partial results of a task to the variables of its task group. */
  Snippet contributions(Region task) {
    Snippet contributions = new Snippet();
    String atomic = library.call("Atomic");
    for (Local copy : checked.variables().copiesOf(task)) {
      if (copy.copy() == ClauseKind.IN_REDUCTION) {
        String holder = naming.declared(originalOf(copy));
        // A user's method may take long, so other threads must block instead of spinning.
        boolean isQuick = !copy.reduction().orElseThrow().isByMethod();
        String enter = isQuick ? atomic + "enter(%s); try" : "synchronized (%s)";
        String exit = isQuick ? "finally { " + atomic + "exit(" + holder + "); }" : "";
        contributions.add(" " + enter.formatted(holder) + " { ");
        marked(contributions, task, copy, combined(copy, naming.use(copy)));
        contributions.add(" } " + exit);
      }
    }
    return contributions;
  }

  private String store(Local copy, String partials, int index) {
    String cast = "(" + TypeNames.of(copy.element().asType()).orElseThrow() + ") " + partials;
    if (copy.copy() != ClauseKind.REDUCTION) {
      return "if (%s.hasLast()) { %s = %s.last(%d); } "
          .formatted(partials, original(copy), cast, index);
    }
    String thread = naming.ofTeam("thread", copy.construct());
    String partial = cast + ".get(" + thread + ", " + index + ")";
    return "for (int %1$s = 0; %1$s < %2$s.threads(); %1$s++) { %3$s } "
        .formatted(thread, partials, combined(copy, partial));
  }

  /** The statement that combines a partial result with its variable. */
  private String combined(Local copy, String partial) {
    Combination combination = combination(copy);
    String original = original(copy);
    if (!copy.isReducedArray()) {
      return original + " = " + combination.combined(original, partial) + ";";
    }
    String array = naming.ofTeam("partial", copy.construct());
    String index = naming.ofTeam("index", copy.construct());
    String low = copy.section().isPresent() ? naming.low(copy) + " + " : "";
    String element = original + "[" + low + index + "]";
    String combined = combination.combined(element, array + "[" + index + "]");
    String type = TypeNames.of(copy.element().asType()).orElseThrow();
    return "final %1$s %2$s = %3$s; for (int %4$s = 0; %4$s < %2$s.length; %4$s++) { %5$s = %6$s; }"
        .formatted(type, array, partial, index, element, combined);
  }

  /**
   * Whether a region is the loop of a {@code taskloop}; its tasks share the variables it stores.
   */
  private static boolean isOfTaskloop(Region region) {
    return region.around() instanceof TaskRegion task
        && task.directive().comment() == region.directive().comment();
  }

  /**
   * Whether each thread that reaches a region has its own variable: the variable is declared inside
   * the parallel region, or there is no such region.
   */
  boolean isOwn(Region region, Local variable) {
    if (region instanceof ParallelRegion
        || isOfTaskloop(region)
        || variable.element().getKind().isField()) {
      return false;
    }
    Region team = region.around();
    while (team != null && !(team instanceof ParallelRegion)) {
      team = team.around();
    }
    boolean isCopy = variable.construct() != null;
    int declared = isCopy ? variable.construct().offset() : checked.unit().start(variable.tree());
    return team == null
        || variable.construct() != null && variable.construct().equals(team)
        || team.contains(declared);
  }
}
