package dev.hocket.compiler.check.races;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Warns if several threads of a team may assign a static field, or a field of the object around the
 * region, at the same time. Fields of other objects are not checked: each thread may have its own
 * object.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 0; i < n; i++) {
 *   this.count++; // HK112
 * }
 * }</pre>
 */
public final class SharedFields {
  private final AttributedUnit unit;
  private final Concurrency concurrency;
  private final Problems problems;

  public SharedFields(
      AttributedUnit unit,
      Regions regions,
      Variables variables,
      List<LoopNest> nests,
      Problems problems) {
    this.unit = unit;
    this.concurrency = new Concurrency(unit, regions, variables, nests);
    this.problems = problems;
  }

  /** Warns at most once about a field in a team. */
  public void check() {
    Map<VariableElement, List<TreePath>> writes = new LinkedHashMap<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        add(getCurrentPath());
        return null;
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        add(getCurrentPath());
        return super.visitMemberSelect(tree, null);
      }

      private void add(TreePath place) {
        if (Writes.isWritten(place)
            && unit.trees().getElement(place) instanceof VariableElement field
            && field.getKind() == ElementKind.FIELD
            && !isAtomicWrite(field, place)) {
          writes.computeIfAbsent(field, any -> new ArrayList<>()).add(place);
        }
      }
    }.scan(new TreePath(unit.tree()), null);
    writes.forEach(this::check);
  }

  private void check(VariableElement field, List<TreePath> places) {
    Set<ParallelRegion> reported = new HashSet<>();
    for (TreePath place : places) {
      concurrency
          .team(place, field.getSimpleName().toString(), places)
          .filter(team -> isShared(field, place, team))
          .filter(reported::add)
          .ifPresent(team -> report(field, place));
    }
  }

  private static boolean isAtomicWrite(VariableElement field, TreePath place) {
    return field.getModifiers().contains(Modifier.VOLATILE)
        && place.getParentPath().getLeaf() instanceof AssignmentTree;
  }

  /** Whether all threads of a team use the same field. */
  private boolean isShared(VariableElement field, TreePath place, ParallelRegion team) {
    if (field.getModifiers().contains(Modifier.STATIC)) {
      return true;
    }
    return holder(field, place)
        .filter(holder -> !team.contains(unit.start(holder.getLeaf())))
        .isPresent();
  }

  /**
   * The class around a place whose {@code this} has the field; empty if the field belongs to
   * another object.
   */
  private Optional<TreePath> holder(VariableElement field, TreePath place) {
    if (place.getLeaf() instanceof MemberSelectTree select) {
      return isOwn(select.getExpression(), place) ? classAround(place, field) : Optional.empty();
    }
    return classAround(place, field);
  }

  private static boolean isOwn(Tree receiver, TreePath place) {
    return receiver instanceof IdentifierTree name
        && (name.getName().contentEquals("this") || name.getName().contentEquals("super"));
  }

  private Optional<TreePath> classAround(TreePath place, VariableElement field) {
    TypeMirror owner = unit.types().erasure(field.getEnclosingElement().asType());
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree
          && unit.types()
              .isSubtype(unit.types().erasure(unit.trees().getElement(path).asType()), owner)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private void report(VariableElement field, TreePath place) {
    String name = field.getSimpleName().toString();
    String guard = "put //#omp critical before this statement";
    String way =
        concurrency.isLocked(place)
            ? SharedWrites.ONE_LOCK
            : SharedWrites.operator(place, field.asType())
                .map(operator -> {
                  String atomic = operator.length() > 1 ? "atomic write" : "atomic";
                  String reduction =
                      field.getModifiers().contains(Modifier.STATIC)
                          ? "add reduction(%s: %s) to the directive, or ".formatted(operator, name)
                          : "";
                  return reduction + "put //#omp " + atomic + " before this statement";
                })
                .orElse(guard);
    problems.report(
        Message.HK112,
        unit.source(),
        unit.start(place.getLeaf()),
        "variable",
        name,
        "way",
        way + "; if the race is intended, list it: shared(" + name + ")");
  }
}
