package dev.hocket.compiler.check.races;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Constants;
import dev.hocket.compiler.check.language.Writes;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.loops.SharedLoop;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;

/**
 * Warns if several threads of a team may assign the same element of an array: if the index has the
 * same values in every iteration, or if the element is counted up under an index that is data.
 *
 * <pre>{@code
 * //#omp parallel for
 * for (int i = 0; i < values.length; i++) {
 *   total[0] += values[i];  // HK112: the index is the same for all
 *   bins[values[i]]++;      // HK112: two values may be equal
 *   squares[i] *= i;        // right: each iteration has its own element
 * }
 * }</pre>
 */
public final class SharedElements {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Concurrency concurrency;
  private final Problems problems;
  private final Set<Element> indices = new HashSet<>();
  private final Set<Element> assigned;
  private final Constants constants;

  public SharedElements(
      AttributedUnit unit,
      Regions regions,
      Variables variables,
      List<LoopNest> nests,
      Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.concurrency = new Concurrency(unit, regions, variables, nests);
    this.problems = problems;
    this.constants = new Constants(unit);
    this.assigned = variables.reassigned();
    for (LoopNest nest : nests) {
      for (SharedLoop loop : nest.loops()) {
        switch (loop) {
          case SharedLoop.Counted counted -> indices.add(counted.index());
          case SharedLoop.Each each ->
              indices.add(unit.trees().getElement(new TreePath(each.path(), each.variable())));
        }
      }
    }
  }

  /** Warns at most once about an array in a team. */
  public void check() {
    Map<VariableElement, List<TreePath>> writes = new LinkedHashMap<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        TreePath array = array(getCurrentPath());
        if (Writes.isWritten(getCurrentPath())
            && Concurrency.isName(array.getLeaf())
            && unit.trees().getElement(array) instanceof VariableElement variable) {
          writes.computeIfAbsent(variable, any -> new ArrayList<>()).add(getCurrentPath());
        }
        return super.visitArrayAccess(tree, null);
      }
    }.scan(new TreePath(unit.tree()), null);
    writes.forEach(this::check);
  }

  /** The array of an element, outside of all its indices. */
  private static TreePath array(TreePath element) {
    TreePath path = element;
    while (path.getLeaf() instanceof ArrayAccessTree access) {
      path = new TreePath(path, access.getExpression());
    }
    return path;
  }

  private void check(VariableElement array, List<TreePath> places) {
    Set<ParallelRegion> reported = new HashSet<>();
    Map<TreePath, List<Object>> constant = new HashMap<>();
    places.forEach(place -> constant.put(place, constantIndices(place)));
    for (TreePath place : places) {
      List<TreePath> same =
          places.stream()
              .filter(other -> mayBeSame(constant.get(place), constant.get(other)))
              .toList();
      concurrency
          .team(place, array.getSimpleName().toString(), same)
          .filter(team -> concurrency.isShared(array, place, team))
          .filter(team -> isSameElement(place, team) && !isOfOneTask(place, team, places))
          .filter(team -> !isListed(place))
          .filter(reported::add)
          .ifPresent(team -> report(array, place));
    }
  }

  /** Whether two places may name the same element: no index of both is another constant. */
  private static boolean mayBeSame(List<Object> ones, List<Object> others) {
    for (int i = 0; i < Math.min(ones.size(), others.size()); i++) {
      Object one = ones.get(i);
      Object another = others.get(i);
      if (one != null && another != null && !one.equals(another)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The values of an element's indices, that of the outermost array first; null if not constant.
   */
  private List<Object> constantIndices(TreePath element) {
    List<Object> values = new ArrayList<>();
    for (TreePath path = element;
        path.getLeaf() instanceof ArrayAccessTree access;
        path = new TreePath(path, access.getExpression())) {
      Object value = constants.value(source(new TreePath(path, access.getIndex())));
      values.addFirst(
          switch (value) {
            case Character c -> Integer.valueOf(c);
            case Number number -> number.intValue();
            case null, default -> null;
          });
    }
    return values;
  }

  /** The expression whose value an index has: that of a local variable with only one value. */
  private TreePath source(TreePath index) {
    TreePath path = index;
    while (unit.trees().getElement(path) instanceof VariableElement variable
        && variable.getKind() == ElementKind.LOCAL_VARIABLE
        && !assigned.contains(variable)
        && unit.trees().getPath(variable) instanceof TreePath declaration
        && declaration.getLeaf() instanceof VariableTree tree
        && tree.getInitializer() != null
        && !(declaration.getParentPath().getLeaf() instanceof ForLoopTree)) {
      path = new TreePath(declaration, tree.getInitializer());
    }
    return path;
  }

  /** Whether different iterations, or threads, assign the same element. */
  private boolean isSameElement(TreePath place, ParallelRegion team) {
    boolean isCount = !(place.getParentPath().getLeaf() instanceof AssignmentTree);
    boolean isSame = true;
    boolean isData = false;
    for (TreePath path = place;
        path.getLeaf() instanceof ArrayAccessTree access;
        path = new TreePath(path, access.getExpression())) {
      TreePath index = new TreePath(path, access.getIndex());
      isSame &= isSameForAll(index, team);
      isData |= isData(index, team, isStep(place));
    }
    return isSame || isCount && isData;
  }

  /**
   * Whether each task has an element of its own: the team creates each task once, the loops that
   * create the tasks count, and the indices use all of their counters.
   */
  private boolean isOfOneTask(TreePath place, ParallelRegion team, List<TreePath> places) {
    List<Region> inside =
        regions
            .around(unit.start(place.getLeaf()))
            .takeWhile(region -> !region.equals(team))
            .dropWhile(region -> !(region instanceof TaskRegion))
            .toList();
    boolean isOnce =
        inside.reversed().stream()
            .takeWhile(region -> !(region instanceof TaskRegion))
            .anyMatch(region -> isOncePerTeam(region, place, places));
    if (!isOnce) {
      return false;
    }
    Region task = inside.getFirst();
    Set<Element> counters = new HashSet<>();
    // The iterations of a taskloop are tasks; a loop that is one task creates none.
    boolean isLoop = task.directive().kind() == DirectiveKind.TASKLOOP;
    TreePath path = isLoop ? task.path() : around(task.path(), team);
    for (; path != null; path = around(path, team)) {
      switch (path.getLeaf()) {
        case ForLoopTree loop -> {
          if (loop.getInitializer().size() != 1
              || !(loop.getInitializer().getFirst() instanceof VariableTree counter)) {
            return false;
          }
          counters.add(unit.trees().getElement(new TreePath(path, counter)));
        }
        case EnhancedForLoopTree loop -> {
          return false;
        }
        case WhileLoopTree loop -> {
          return false;
        }
        case DoWhileLoopTree loop -> {
          return false;
        }
        default -> {}
      }
    }
    return indices(place).containsAll(counters);
  }

  /** Whether the task around a place lists the element in {@code depend}. */
  private boolean isListed(TreePath place) {
    return regions
        .around(unit.start(place.getLeaf()))
        .filter(TaskRegion.class::isInstance)
        .map(TaskRegion.class::cast)
        .findFirst()
        .filter(task -> concurrency.isAlone(task, place.getLeaf().toString()))
        .isPresent();
  }

  /** The tree around another one in a team's statement; null around that statement. */
  private static TreePath around(TreePath path, ParallelRegion team) {
    return path.getLeaf() == team.statement() ? null : path.getParentPath();
  }

  /** Whether one thread of a team runs a region's statement, or each iteration of its loop. */
  private boolean isOncePerTeam(Region region, TreePath place, List<TreePath> places) {
    return region.directive() instanceof Directive.For
        || region.isForSome() && concurrency.isForOne(region, place, places);
  }

  /** The variables that are indices, and those whose values these have. */
  private Set<Element> indices(TreePath place) {
    Set<Element> found = new HashSet<>();
    for (TreePath path = place;
        path.getLeaf() instanceof ArrayAccessTree access;
        path = new TreePath(path, access.getExpression())) {
      TreePath index = new TreePath(path, access.getIndex());
      found.add(unit.trees().getElement(index));
      found.add(unit.trees().getElement(source(index)));
    }
    return found;
  }

  /** Whether a statement counts: adds a constant. */
  private static boolean isStep(TreePath place) {
    return place.getParentPath().getLeaf() instanceof UnaryTree
        || place.getParentPath().getLeaf() instanceof CompoundAssignmentTree sum
            && sum.getExpression() instanceof LiteralTree;
  }

  /** Whether an expression takes the same values in every iteration and on every thread. */
  private boolean isSameForAll(TreePath path, ParallelRegion team) {
    return switch (path.getLeaf()) {
      case LiteralTree literal -> true;
      case ParenthesizedTree tree -> isSameForAll(new TreePath(path, tree.getExpression()), team);
      case TypeCastTree tree -> isSameForAll(new TreePath(path, tree.getExpression()), team);
      case BinaryTree tree ->
          isSameForAll(new TreePath(path, tree.getLeftOperand()), team)
              && isSameForAll(new TreePath(path, tree.getRightOperand()), team);
      case MemberSelectTree length
          when length.getIdentifier().contentEquals("length")
              && length.getExpression() instanceof IdentifierTree ->
          isSameForAll(new TreePath(path, length.getExpression()), team);
      case IdentifierTree name ->
          unit.trees().getElement(path) instanceof VariableElement variable
              && isSameForAll(variable, team);
      default -> false;
    };
  }

  private boolean isSameForAll(VariableElement variable, ParallelRegion team) {
    if (indices.contains(variable)) {
      return false;
    }
    if (variable.getKind().isField()) {
      return variable.getModifiers().contains(Modifier.FINAL);
    }
    TreePath declaration = unit.trees().getPath(variable);
    if (declaration == null
        || variable.getKind() != ElementKind.LOCAL_VARIABLE
            && variable.getKind() != ElementKind.PARAMETER) {
      return false;
    }
    if (!team.contains(unit.start(declaration.getLeaf()))) {
      return !assigned.contains(variable)
          && team.directive().sharing(variable.getSimpleName().toString()).isEmpty();
    }
    return declaration.getParentPath().getLeaf() instanceof ForLoopTree loop
        ? isSameForAll(declaration, loop, team)
        : !assigned.contains(variable)
            && declaration.getLeaf() instanceof VariableTree tree
            && tree.getInitializer() != null
            && isSameForAll(new TreePath(declaration, tree.getInitializer()), team);
  }

  /** Whether an inner loop counts over the same values in every iteration of the shared loop. */
  private boolean isSameForAll(TreePath declaration, ForLoopTree loop, ParallelRegion team) {
    return declaration.getLeaf() instanceof VariableTree index
        && index.getInitializer() != null
        && isSameForAll(new TreePath(declaration, index.getInitializer()), team)
        && loop.getCondition() instanceof BinaryTree bound
        && bound.getLeftOperand() instanceof IdentifierTree name
        && name.getName().equals(index.getName())
        && isSameForAll(
            new TreePath(new TreePath(declaration.getParentPath(), bound), bound.getRightOperand()),
            team);
  }

  /**
   * Whether an index is a value from an array or an object of the JDK, so two iterations may have
   * the same.
   *
   * @param isStep whether the statement counts; then the elements of a loop are data, too
   */
  private boolean isData(TreePath index, ParallelRegion team, boolean isStep) {
    boolean[] isData = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
        isData[0] = true;
        return null;
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        if (call.getMethodSelect() instanceof MemberSelectTree select) {
          Element method = unit.trees().getElement(new TreePath(getCurrentPath(), select));
          isData[0] |=
              method != null
                  && !method.getModifiers().contains(Modifier.STATIC)
                  && method.getEnclosingElement() instanceof TypeElement type
                  && type.getQualifiedName().toString().startsWith("java.");
        }
        return super.visitMethodInvocation(call, null);
      }

      @Override
      public Void visitIdentifier(IdentifierTree name, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) instanceof VariableElement variable
            && variable.getKind() == ElementKind.LOCAL_VARIABLE
            && unit.trees().getPath(variable) instanceof TreePath declaration
            && team.contains(unit.start(declaration.getLeaf()))
            && !assigned.contains(variable)
            && declaration.getLeaf() instanceof VariableTree tree) {
          if (tree.getInitializer() != null
              && !(declaration.getParentPath().getLeaf() instanceof ForLoopTree)) {
            scan(new TreePath(declaration, tree.getInitializer()), null);
          } else {
            isData[0] |=
                isStep && declaration.getParentPath().getLeaf() instanceof EnhancedForLoopTree;
          }
        }
        return null;
      }
    }.scan(index, null);
    return isData[0];
  }

  private void report(VariableElement array, TreePath place) {
    String name = array.getSimpleName().toString();
    problems.report(
        Message.HK112,
        unit.source(),
        unit.start(place.getLeaf()),
        "variable",
        place.getLeaf().toString(),
        "way",
        wayOut(array, place) + "; if the race is intended, list it: shared(" + name + ")");
  }

  private String wayOut(VariableElement array, TreePath place) {
    if (concurrency.isLocked(place)) {
      return SharedWrites.ONE_LOCK;
    }
    Optional<String> operator =
        SharedWrites.operator(place, unit.trees().getTypeMirror(place))
            .filter(o -> !(place.getParentPath().getLeaf() instanceof AssignmentTree));
    if (operator.isEmpty()) {
      return "declare the array inside the region, or put //#omp critical before this statement";
    }
    boolean isReduced =
        !array.getKind().isField()
            && array.asType() instanceof ArrayType type
            && type.getComponentType().getKind().isPrimitive();
    return (isReduced
            ? "add reduction(%s: %s) to the directive, or ".formatted(operator.get(), array)
            : "")
        + "put //#omp atomic before this statement";
  }
}
