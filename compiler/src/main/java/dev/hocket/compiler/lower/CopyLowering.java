package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Reduction;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Declares a region's own copies of variables, and stores results in the originals at its end. */
final class CopyLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;

  CopyLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
  }

  /** The values at the directive, for a region that becomes a function. */
  Snippet encounters(Region region) {
    Snippet encounters = new Snippet();
    for (Local copy : checked.variables().copiesOf(region)) {
      if (copy.startsWithValue()) {
        String type = TypeNames.of(copy.element().asType()).orElse("var");
        encounters.add("final " + type + " " + naming.encountered(copy) + " = ");
        marked(encounters, region, copy, original(copy)).add("; ");
      }
    }
    return encounters;
  }

  /** Adds generated text that javac may refuse because of what the clause says of a variable. */
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

  /** The clause of which a task's copy comes that none lists; it stands for the directive. */
  static Clause implicit(Region region, Local variable) {
    Name name = new Name(variable.name(), region.offset());
    return new Clause(ClauseKind.FIRSTPRIVATE, region.offset(), List.of(name), null);
  }

  /** The declarations at the start of a region's code. */
  Snippet declarations(Region region) {
    Snippet declarations = new Snippet();
    for (Local copy : checked.variables().copiesOf(region)) {
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
      Reduction reduction = reduction(copy);
      String original = original(copy);
      String first = reduction.first(original);
      return reduction.isOfArray()
          ? library.call("Partials")
              + "like(\""
              + copy.name()
              + "\", "
              + original
              + ", "
              + first
              + ")"
          : first;
    }
    return copy.startsWithValue() ? original(copy) : Naming.defaultValue(copy.element().asType());
  }

  /** The variable of which it is a copy, as the code around the region uses it. */
  private String original(Local copy) {
    return naming.use(originalOf(copy));
  }

  private Local originalOf(Local copy) {
    return checked.variables().resolve(copy.element(), copy.construct().around());
  }

  private Reduction reduction(Local copy) {
    Clause clause =
        copy.construct().directive().clauses().stream()
            .filter(c -> c.kind().combines() && c.lists(copy.name()))
            .findFirst()
            .orElseThrow();
    return Reduction.of(clause.word().text(), copy.element().asType()).orElseThrow();
  }

  /**
   * Combines partial results, and stores the last ones. Variables that the team shares are stored
   * once; of those that each thread has, each thread stores its own. Arrays of such variables may
   * be one array, so each thread hands in which array it has, and the first that has one stores
   * into it.
   *
   * @param handle the variable with the work that is shared, or the class of teams
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
    List<Local> arrays = own.stream().filter(CopyLowering::combinesArray).toList();
    for (int i = 0; i < stored.size(); i++) {
      Local copy = stored.get(i);
      String store = store(copy, partials, i);
      String thread = library.call("Omp") + "getThreadNum()";
      if (arrays.contains(copy)) {
        int array = stored.size() + arrays.indexOf(copy);
        stores.add("if (%s.isFirst(%s, %d)) ".formatted(partials, thread, array));
      } else if (!own.isEmpty() && !own.contains(copy)) {
        // Every thread has all partial results then, so one of them stores the values of shared
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

  private static boolean combinesArray(Local copy) {
    return copy.copy().combines() && Reduction.isOfArray(copy.element().asType());
  }

  /** An argument of several; an array alone would stand for all of them. */
  private static String handedIn(Local copy, String value) {
    boolean isArray = copy.element().asType().getKind() == TypeKind.ARRAY;
    return (isArray ? "(java.lang.Object) " : "") + value;
  }

  /** Adds the partial results of a task to the variables of the group around it. */
  Snippet contributions(Region task) {
    Snippet contributions = new Snippet();
    String atomic = library.call("Atomic");
    for (Local copy : checked.variables().copiesOf(task)) {
      if (copy.copy() == ClauseKind.IN_REDUCTION) {
        String holder = naming.declared(originalOf(copy));
        contributions.add(
            " %senter(%s); try { ".formatted(atomic, holder)
                + combination(copy, naming.use(copy))
                + " } finally { "
                + "%sexit(%s); }".formatted(atomic, holder));
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
        .formatted(thread, partials, combination(copy, partial));
  }

  /** The statement that adds a partial result to the variable of which it is one. */
  private String combination(Local copy, String partial) {
    Reduction reduction = reduction(copy);
    String original = original(copy);
    if (!reduction.isOfArray()) {
      return original + " = " + reduction.combined(original, partial) + ";";
    }
    String array = naming.ofTeam("partial", copy.construct());
    String index = naming.ofTeam("index", copy.construct());
    String element = original + "[" + index + "]";
    String combined = reduction.combined(element, array + "[" + index + "]");
    return "final %1$s[] %2$s = %3$s; for (int %4$s = 0; %4$s < %2$s.length; %4$s++) { %5$s = %6$s; }"
        .formatted(reduction.type(), array, partial, index, element, combined);
  }

  /** Whether a region is the loop of a {@code taskloop}: its tasks share what it stores. */
  private static boolean isOfTaskloop(Region region) {
    return region.around() instanceof TaskRegion task
        && task.directive().comment() == region.directive().comment();
  }

  /**
   * Whether each thread that comes to a region has a variable of its own: it is declared inside the
   * parallel region, or none is around.
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
