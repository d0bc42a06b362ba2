package dev.hocket.compiler.check.races;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.loops.LoopNest;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.TaskRegion;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.DirectiveKind;
import dev.hocket.compiler.parse.Name;
import dev.hocket.compiler.scan.JavaLexer;
import dev.hocket.compiler.scan.Token;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Decides which code several threads of a team may run at the same time, as far as the text shows.
 */
final class Concurrency {
  private static final String ROUTINES = "dev.hocket.directives.Omp";
  private static final Pattern RELEASES = Pattern.compile("un(?:set|lock).*|release");

  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;

  private final OneIteration oneIteration;

  Concurrency(
      AttributedUnit unit, Regions regions, Variables variables, Collection<LoopNest> nests) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
    this.oneIteration = new OneIteration(unit, variables, nests, this::isConstantInTeam);
  }

  /**
   * The team whose threads may change a variable at the same time at a place; empty if a directive
   * around the place prevents that, or lists the variable.
   *
   * @param changes all places that change the variable
   */
  Optional<ParallelRegion> team(TreePath place, String variable, List<TreePath> changes) {
    boolean isTask = false;
    for (Region region : regions.around(unit.start(place.getLeaf())).toList()) {
      if (region.directive().sharing(variable).isPresent()) {
        return Optional.empty();
      }
      if (region instanceof ParallelRegion team) {
        return isForOne(team, place, changes) || !isTask && isGuarded(place, team)
            ? Optional.empty()
            : Optional.of(team);
      }
      if (!isTask && region instanceof TaskRegion task) {
        if (!isRepeated(task) || isAlone(task, variable) || isGuarded(place, task)) {
          return Optional.empty();
        }
        isTask = true;
      } else if (!isTask && isForOne(region, place, changes)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether all threads of a team use the same variable, or their copies of it all refer to the
   * same object.
   */
  boolean isShared(VariableElement variable, TreePath place, ParallelRegion team) {
    if (variable.getKind().isField()) {
      return variable.getModifiers().contains(Modifier.STATIC) || !isInClassInside(place, team);
    }
    Local local = variables.resolve(variable, regions.innermost(unit.start(place.getLeaf())));
    return local != null
        && (local.construct() == null || local.isImplicit())
        && !team.contains(unit.start(local.tree()));
  }

  /**
   * Whether a place belongs to a class inside the team's code, so each thread may have its own
   * object.
   */
  private static boolean isInClassInside(TreePath place, ParallelRegion team) {
    for (TreePath path = place; path.getLeaf() != team.statement(); path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree) {
        return true;
      }
    }
    return false;
  }

  /** Whether an expression is a name, or a name of {@code this} object. */
  static boolean isName(Tree expression) {
    return expression instanceof IdentifierTree
        || expression instanceof MemberSelectTree select
            && select.getExpression() instanceof IdentifierTree owner
            && owner.getName().contentEquals("this");
  }

  /**
   * Whether no two threads of a team run a region's statement at the same time, as far as the
   * region's directive decides that.
   *
   * @param place a place in the statement that changes a variable
   * @param changes all places that change it
   */
  boolean isForOne(Region region, TreePath place, List<TreePath> changes) {
    return switch (region.directive()) {
      case Directive.Target target -> true;
      case Directive.Critical critical -> changes.stream().allMatch(o -> sharesLock(place, o));
      case Directive.Atomic atomic -> changes.stream().allMatch(o -> sharesLock(place, o));
      case Directive.Ordered ordered -> true;
      case Directive.Parallel team ->
          isLiteral(team, ClauseKind.NUM_THREADS, "1") || isLiteral(team, ClauseKind.IF, "false");
      case Directive.Task task -> false;
      case Directive.Taskgroup group -> false;
      case Directive.For loop -> false;
      case Directive.Sections sections ->
          changes.stream().allMatch(other -> isInOneSection(region, place, other));
      case Directive.Section section -> false;
      case Directive.Single single -> true;
      case Directive.Master master ->
          master
              .clause(ClauseKind.FILTER)
              .map(Clause::expression)
              .map(filter -> isSameForAll(filter.text(), region))
              .orElse(true);
    };
  }

  private static boolean isLiteral(Directive.Construct directive, ClauseKind kind, String value) {
    return directive.clause(kind).filter(c -> c.expression().text().equals(value)).isPresent();
  }

  /** Whether two places are not in different sections of a {@code sections}. */
  private static boolean isInOneSection(Region sections, TreePath one, TreePath other) {
    Tree section = section(sections, other);
    return section == null || section == section(sections, one);
  }

  private static Tree section(Region sections, TreePath place) {
    TreePath path = place;
    while (path.getParentPath() != null && path.getParentPath().getLeaf() != sections.statement()) {
      path = path.getParentPath();
    }
    return path.getParentPath() == null ? null : path.getLeaf();
  }

  /**
   * Whether two places do not certainly use different locks: both are in the same shared loop, and
   * guarded only by directives with different locks.
   */
  private boolean sharesLock(TreePath one, TreePath other) {
    Optional<Region> loop = loop(one);
    if (loop.isEmpty() || !loop.equals(loop(other))) {
      return true;
    }
    Set<String> others = locks(other, loop.get());
    return others.isEmpty()
        || !Collections.disjoint(others, locks(one, loop.get()))
        || isGuarded(one, loop.get())
        || isGuarded(other, loop.get());
  }

  private Optional<Region> loop(TreePath place) {
    return regions
        .around(unit.start(place.getLeaf()))
        .filter(region -> region.directive() instanceof Directive.For)
        .findFirst();
  }

  private Set<String> locks(TreePath place, Region loop) {
    return regions
        .around(unit.start(place.getLeaf()))
        .takeWhile(region -> !region.equals(loop))
        .flatMap(region -> lock(region.directive()).stream())
        .collect(Collectors.toSet());
  }

  private static Optional<String> lock(Directive.Construct directive) {
    return switch (directive) {
      case Directive.Critical critical ->
          Optional.of("critical " + critical.name().map(Name::text).orElse(""));
      case Directive.Atomic atomic -> Optional.of("atomic");
      default -> Optional.empty();
    };
  }

  /** Whether a lock of a directive is around a place. */
  boolean isLocked(TreePath place) {
    return regions
        .around(unit.start(place.getLeaf()))
        .anyMatch(region -> lock(region.directive()).isPresent());
  }

  /**
   * Whether a {@code depend} clause keeps other tasks that list the location from running at the
   * same time.
   *
   * @param location a variable, or an element such as {@code a[i][j]}
   */
  boolean isAlone(TaskRegion task, String location) {
    return task.directive().clauses().stream()
        .flatMap(clause -> variables.dependItem(clause).stream())
        .filter(item -> item.text().equals(location))
        .anyMatch(item -> !List.of("in", "inoutset").contains(item.clause().word().text()));
  }

  /** Whether a loop in the function around a task creates several of its instances. */
  boolean isRepeated(TaskRegion task) {
    if (task.directive().kind() == DirectiveKind.TASKLOOP) {
      return true;
    }
    Tree edge = task.outer() == null ? null : task.outer().statement();
    for (TreePath path = task.path(); path.getLeaf() != edge; ) {
      path = path.getParentPath();
      switch (path.getLeaf()) {
        case ForLoopTree loop -> {
          return true;
        }
        case EnhancedForLoopTree loop -> {
          return true;
        }
        case WhileLoopTree loop -> {
          return true;
        }
        case DoWhileLoopTree loop -> {
          return true;
        }
        case MethodTree method -> {
          return false;
        }
        case ClassTree initialiser -> {
          return false;
        }
        default -> {}
      }
    }
    return false;
  }

  /**
   * Whether an expression certainly has the same value for all threads of a team: it consists of
   * literals and of variables that are declared outside the team and never assigned again.
   */
  private boolean isSameForAll(String expression, Region region) {
    return JavaLexer.tokens(expression).stream()
        .filter(token -> token.kind() == Token.Kind.WORD)
        .map(token -> expression.substring(token.start(), token.end()))
        .allMatch(word -> variables.named(word, region).filter(this::isConstantInTeam).isPresent());
  }

  private boolean isConstantInTeam(Local local) {
    return local.construct() == null
        && !local.isWritten()
        && regions.around(unit.start(local.tree())).noneMatch(ParallelRegion.class::isInstance);
  }

  /**
   * Whether a place in a team's code is guarded: by {@code synchronized}, by a lock that earlier
   * statements take, by an {@code if} on the thread's number, or by a test that one iteration of a
   * shared loop passes.
   */
  boolean isGuarded(TreePath place, Region team) {
    TreePath path = place;
    while (path.getLeaf() != team.statement()) {
      TreePath around = path.getParentPath();
      if (path.getLeaf() instanceof SynchronizedTree lock
              && !isOwn(lock.getExpression(), path, team)
          || around.getLeaf() instanceof BlockTree block && isLocked(block, path, around, team)
          || path.getLeaf() instanceof IfTree test && asksForThread(test.getCondition(), path)
          || around.getLeaf() instanceof IfTree choice
              && path.getLeaf() == choice.getThenStatement()
              && oneIteration.passes(choice.getCondition(), around, team)
          || path.getLeaf() instanceof CaseTree each
              && around.getLeaf() instanceof SwitchTree choice
              && oneIteration.passes(each, choice, around)) {
        return true;
      }
      path = around;
    }
    return false;
  }

  /** Whether the statements before a place in its block take a lock and do not release it. */
  private boolean isLocked(BlockTree block, TreePath place, TreePath blockPath, Region team) {
    boolean[] locked = {false};
    TreeScanner<Void, Void> calls =
        new TreeScanner<>() {
          @Override
          public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            String name = name(call);
            ExpressionTree lock = lock(call, path(blockPath, call));
            if (lock != null && isLock(lock, blockPath) && !isOwn(lock, blockPath, team)) {
              locked[0] = !RELEASES.matcher(name).matches();
            }
            return super.visitMethodInvocation(call, null);
          }
        };
    for (StatementTree statement : block.getStatements()) {
      if (statement == place.getLeaf()) {
        break;
      }
      calls.scan(statement, null);
    }
    return locked[0];
  }

  /** What a call may lock or release: its object, or the argument of a routine of OpenMP. */
  private ExpressionTree lock(MethodInvocationTree call, TreePath path) {
    boolean isRoutine =
        unit.trees().getElement(path) instanceof Element method
            && method.getEnclosingElement() instanceof TypeElement type
            && type.getQualifiedName().contentEquals(ROUTINES)
            && method.getSimpleName().toString().matches("(?:un)?set.*");
    if (isRoutine) {
      return call.getArguments().isEmpty() ? null : call.getArguments().getFirst();
    }
    return call.getMethodSelect() instanceof MemberSelectTree select
        ? select.getExpression()
        : null;
  }

  private static String name(MethodInvocationTree call) {
    String name = call.getMethodSelect().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private boolean isLock(ExpressionTree receiver, TreePath place) {
    return unit.types().asElement(unit.trees().getTypeMirror(path(place, receiver)))
            instanceof TypeElement type
        && (type.getQualifiedName().toString().startsWith("java.util.concurrent.locks.")
            || type.getQualifiedName().contentEquals("java.util.concurrent.Semaphore")
            || type.getQualifiedName().contentEquals("dev.hocket.directives.OmpLock"));
  }

  /** Whether each thread has its own lock: a variable in the team's code, set to a new object. */
  private boolean isOwn(ExpressionTree lock, TreePath around, Region team) {
    Tree name = bare(lock);
    return name instanceof IdentifierTree
        && initialiser(path(around, name)).filter(NewClassTree.class::isInstance).isPresent()
        && team.contains(unit.start(declaration(path(around, name)).getLeaf()));
  }

  /** The declaration of the variable that a name denotes; null if the file does not contain it. */
  private TreePath declaration(TreePath name) {
    Element variable = unit.trees().getElement(name);
    return variable == null ? null : unit.trees().getPath(variable);
  }

  /** The only value of a local variable; empty if it may have others. */
  private Optional<ExpressionTree> initialiser(TreePath name) {
    return unit.trees().getElement(name) instanceof VariableElement variable
            && variable.getKind() == ElementKind.LOCAL_VARIABLE
            && declaration(name) != null
            && declaration(name).getLeaf() instanceof VariableTree tree
            && variables.declared().stream()
                .noneMatch(local -> local.element().equals(variable) && local.isWritten())
        ? Optional.ofNullable(tree.getInitializer())
        : Optional.empty();
  }

  private boolean asksForThread(Tree condition, TreePath place) {
    return Boolean.TRUE.equals(
        new TreeScanner<Boolean, Void>() {
          @Override
          public Boolean visitMethodInvocation(MethodInvocationTree call, Void unused) {
            Element method = unit.trees().getElement(path(place, call));
            return method != null
                    && method.getSimpleName().toString().matches("getThreadNum|omp_get_thread_num")
                || Boolean.TRUE.equals(super.visitMethodInvocation(call, null));
          }

          @Override
          public Boolean visitIdentifier(IdentifierTree name, Void unused) {
            TreePath at = path(place, name);
            return initialiser(at)
                .filter(value -> asksForThread(value, declaration(at)))
                .isPresent();
          }

          @Override
          public Boolean reduce(Boolean first, Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(condition, null));
  }

  static Tree bare(Tree expression) {
    Tree inner = expression;
    while (inner instanceof ParenthesizedTree parenthesized) {
      inner = parenthesized.getExpression();
    }
    return inner;
  }

  static TreePath path(TreePath around, Tree tree) {
    return TreePath.getPath(around, tree);
  }
}
