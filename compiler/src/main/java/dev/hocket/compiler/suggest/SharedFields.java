package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.source.Names;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Finds fields that code would use on a worker while other handlers may use them on the event
 * thread: fields that the code assigns, and fields with arrays or collections, which it may change.
 * The enclosing function waits for the code, so its own uses do not count; uses in constructors do
 * not count either.
 */
final class SharedFields {
  private final Program program;

  SharedFields(Program program) {
    this.program = program;
  }

  /** The reason why some code of a function must not run on a worker; empty if there is none. */
  Optional<String> problem(TreePath code, TreePath function) {
    Reached all = Reached.of(program, code);
    List<TreePath> reached = all.parts();
    Map<Element, TreePath> risky = new LinkedHashMap<>();
    Optional<TreePath> assigned = assignedIn(all);
    if (assigned.isPresent()) {
      return Optional.of(
          "it assigns the field '"
              + program.element(assigned.get()).getSimpleName()
              + "' ("
              + program.place(assigned.get())
              + "), and may run twice at the same time; assign a local variable, and the field"
              + " after it");
    }
    Optional<TreePath> read = assignedMeanwhile(all);
    if (read.isPresent()) {
      return Optional.of(
          "it reads the field '"
              + program.element(read.get()).getSimpleName()
              + "' ("
              + program.place(read.get())
              + "), which a handler may assign meanwhile; read it into a local variable first");
    }
    for (TreePath part : reached) {
      Map<Element, TreePath> used = new LinkedHashMap<>();
      new FieldUses(program, true, function).addTo(used, part);
      used.values().removeIf(use -> new Origins(program, function, all).isOwn(use));
      used.values()
          .removeIf(use ->
              program.fresh().isFieldOfFresh(use)
                  && !program.mayChange(program.element(use).asType()));
      used.forEach(risky::putIfAbsent);
    }
    return useElsewhere(risky, program.aliases().of(risky.keySet()), reached, function);
  }

  /**
   * The reason why the code that a call reaches must not run on a worker: the call may pass it an
   * array or collection that another handler uses.
   */
  Optional<String> problemOfCall(TreePath call, TreePath function) {
    Map<Element, TreePath> risky = new LinkedHashMap<>();
    new FieldUses(program, true, function).addTo(risky, call);
    // By another name, the code that the call reaches uses what the call passes to it.
    return useElsewhere(risky, risky.keySet(), List.of(call), function)
        .or(() ->
            useElsewhere(
                risky,
                program.aliases().of(risky.keySet()),
                Reached.of(program, call).parts(),
                function));
  }

  private Optional<String> useElsewhere(
      Map<Element, TreePath> risky, Set<Element> names, List<TreePath> parts, TreePath function) {
    if (risky.isEmpty()) {
      return Optional.empty();
    }
    Set<Tree> skipped = new HashSet<>();
    parts.forEach(part -> skipped.add(part.getLeaf()));
    skipped.add(function.getLeaf());
    for (CompilationUnitTree unit : program.units()) {
      Optional<TreePath> other = useOf(names, unit, skipped);
      if (other.isPresent()) {
        Element used = program.element(other.get());
        Element field =
            risky.keySet().stream()
                .filter(each -> program.aliases().mayShare(each, used))
                .findFirst()
                .orElse(used);
        return Optional.of(
            "it uses the "
                + (field.getKind().isField() ? "field" : "variable")
                + " '"
                + field.getSimpleName()
                + "' ("
                + program.place(risky.get(field))
                + "), and another handler may use that meanwhile ("
                + program.place(other.get())
                + ")");
      }
    }
    return Optional.empty();
  }

  private static Tree functionAround(TreePath path) {
    TreePath around = path;
    while (around != null
        && !(around.getLeaf() instanceof MethodTree
            || around.getLeaf() instanceof LambdaExpressionTree
            || around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return around == null ? null : around.getLeaf();
  }

  /**
   * The first field that the code assigns, itself or in methods that it calls, unless only the code
   * has the object.
   */
  private Optional<TreePath> assignedIn(Reached all) {
    for (TreePath part : all.parts()) {
      Map<Element, TreePath> assigned = new LinkedHashMap<>();
      new FieldUses(program, false).addTo(assigned, part);
      Optional<TreePath> shared =
          assigned.values().stream().filter(use -> !all.isOnNew(use, part)).findFirst();
      if (shared.isPresent()) {
        return shared;
      }
    }
    return Optional.empty();
  }

  /** The first use of a field that some handler assigns, unless only the code has the object. */
  private Optional<TreePath> assignedMeanwhile(Reached all) {
    for (TreePath part : all.parts()) {
      Map<Element, TreePath> used = new LinkedHashMap<>();
      FieldUses.addAll(program, used, part);
      used.keySet().removeIf(field -> !program.isAssignedByHandlers(field));
      used.values().removeIf(use -> all.isOnNew(use, part));
      if (!used.isEmpty()) {
        return Optional.of(used.values().iterator().next());
      }
    }
    return Optional.empty();
  }

  /** The first use of one of the fields outside the skipped code and outside constructors. */
  private Optional<TreePath> useOf(
      Set<Element> fields, CompilationUnitTree unit, Set<Tree> skipped) {
    TreePath[] found = {null};
    new Names() {
      @Override
      public Void scan(Tree tree, Void unused) {
        return found[0] != null || skipped.contains(tree) ? null : super.scan(tree, unused);
      }

      @Override
      public void found(TreePath name) {
        Element element = program.element(name);
        if (found[0] == null
            && fields.contains(element)
            && !FieldUses.isInConstructor(name)
            && !isWhereItIsMade(element)) {
          found[0] = name;
        }
      }

      /** The code that declares a local variable initialises it before a handler runs. */
      private boolean isWhereItIsMade(Element element) {
        return !element.getKind().isField()
            && functionAround(getCurrentPath()) == functionAround(program.path(element));
      }
    }.scan(new TreePath(unit), null);
    return Optional.ofNullable(found[0]);
  }
}
