package dev.hocket.compiler.check.races;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Variables;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Warns if several threads of a team may change a collection or {@code StringBuilder} at the same
 * time, of a JDK class that is not thread-safe.
 *
 * <pre>{@code
 * List<Integer> found = new ArrayList<>();
 * //#omp parallel for
 * for (int i = 0; i < n; i++) {
 *   found.add(i); // HK116
 * }
 * }</pre>
 */
public final class SharedCollections {
  /** Matches methods that change the structure of a collection. */
  private static final Pattern CHANGES =
      Pattern.compile(
          "(add|put|remove|offer|poll|push|pop|append|insert|delete|retain|compute|merge|sort"
              + "|clear|replace).*");

  private static final Set<String> LOCKED = Set.of("Vector", "Stack", "Hashtable", "Properties");

  private final AttributedUnit unit;
  private final Regions regions;
  private final Variables variables;
  private final Concurrency concurrency;
  private final Problems problems;
  private final Set<Element> reported = new HashSet<>();

  public SharedCollections(
      AttributedUnit unit, Regions regions, Variables variables, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    this.variables = variables;
    this.concurrency = new Concurrency(unit, regions, variables);
    this.problems = problems;
  }

  /** Warns at most once per variable. */
  public void check() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        if (call.getMethodSelect() instanceof MemberSelectTree select
            && select.getExpression() instanceof IdentifierTree receiver
            && CHANGES.matcher(select.getIdentifier()).matches()) {
          checkCall(new TreePath(new TreePath(getCurrentPath(), select), receiver));
        }
        return super.visitMethodInvocation(call, null);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  private void checkCall(TreePath receiver) {
    if (!(unit.trees().getElement(receiver) instanceof VariableElement variable)
        || reported.contains(variable)) {
      return;
    }
    String name = variable.getSimpleName().toString();
    Optional<ParallelRegion> team =
        concurrency.team(receiver, name).filter(t -> isFromOutside(variable, receiver, t));
    if (team.isPresent()) {
      madeClass(variable)
          .filter(SharedCollections::isUnsafe)
          .ifPresent(type -> {
            reported.add(variable);
            problems.report(
                Message.HK116,
                unit.source(),
                unit.start(receiver.getLeaf()),
                "variable",
                name,
                "type",
                type.getSimpleName().toString());
          });
    }
  }

  /** Whether all threads of a team use the same variable. */
  private boolean isFromOutside(VariableElement variable, TreePath place, ParallelRegion team) {
    if (variable.getKind().isField()) {
      return variable.getModifiers().contains(Modifier.STATIC) || !isInClassInside(place, team);
    }
    Local local = variables.resolve(variable, regions.innermost(unit.start(place.getLeaf())));
    return local != null && local.construct() == null && !team.contains(unit.start(local.tree()));
  }

  /**
   * Whether a place belongs to a class inside the team's code, so each thread may have its own
   * object.
   */
  private boolean isInClassInside(TreePath place, ParallelRegion team) {
    for (TreePath path = place; path.getLeaf() != team.statement(); path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree) {
        return true;
      }
    }
    return false;
  }

  /** The class of the object that a variable refers to, if the file shows where it is created. */
  private Optional<TypeElement> madeClass(VariableElement variable) {
    Tree tree = unit.trees().getTree(variable);
    boolean isOnly =
        variable.getModifiers().contains(Modifier.FINAL)
            || !variable.getKind().isField() && !isReassigned(variable);
    if (!(tree instanceof VariableTree declaration) || !isOnly) {
      return Optional.empty();
    }
    ExpressionTree value = declaration.getInitializer();
    return value instanceof NewClassTree made && made.getClassBody() == null
        ? Optional.ofNullable(
                unit.types()
                    .asElement(unit.trees().getTypeMirror(TreePath.getPath(unit.tree(), made))))
            .map(TypeElement.class::cast)
        : Optional.empty();
  }

  private boolean isReassigned(VariableElement variable) {
    return variables.all().stream()
        .anyMatch(local -> local.element().equals(variable) && local.isWritten());
  }

  private static boolean isUnsafe(TypeElement type) {
    String name = type.getQualifiedName().toString();
    boolean isOfJdk =
        name.startsWith("java.util.") && name.lastIndexOf('.') == "java.util".length();
    boolean isCollection = isOfJdk && name.matches(".*(List|Map|Set|Deque|Queue)");
    return isCollection && !LOCKED.contains(type.getSimpleName().toString())
        || name.equals("java.lang.StringBuilder");
  }
}
