package dev.hocket.compiler.check.races;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
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
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
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

  private static final Set<String> CHANGES_OF_BITS =
      Set.of("set", "flip", "and", "or", "xor", "andNot");

  private static final Set<String> LOCKED = Set.of("Vector", "Stack", "Hashtable", "Properties");

  private final AttributedUnit unit;
  private final Variables variables;
  private final Concurrency concurrency;
  private final Problems problems;

  public SharedCollections(
      AttributedUnit unit,
      Regions regions,
      Variables variables,
      List<LoopNest> nests,
      Problems problems) {
    this.unit = unit;
    this.variables = variables;
    this.concurrency = new Concurrency(unit, regions, variables, nests);
    this.problems = problems;
  }

  /** Warns at most once about a variable in a team. */
  public void check() {
    Map<VariableElement, List<TreePath>> changes = new LinkedHashMap<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        if (call.getMethodSelect() instanceof MemberSelectTree select
            && Concurrency.isName(select.getExpression())) {
          TreePath receiver =
              new TreePath(new TreePath(getCurrentPath(), select), select.getExpression());
          if (unit.trees().getElement(receiver) instanceof VariableElement variable
              && isChange(select.getIdentifier(), variable)) {
            changes.computeIfAbsent(variable, any -> new ArrayList<>()).add(receiver);
          }
        }
        return super.visitMethodInvocation(call, null);
      }
    }.scan(new TreePath(unit.tree()), null);
    changes.forEach(this::check);
  }

  /** Whether a call changes the structure of a collection; every call that changes a BitSet. */
  private boolean isChange(Name method, VariableElement variable) {
    return CHANGES.matcher(method).matches()
        || unit.types().asElement(variable.asType()) instanceof TypeElement type
            && type.getQualifiedName().contentEquals("java.util.BitSet")
            && CHANGES_OF_BITS.contains(method.toString());
  }

  private void check(VariableElement variable, List<TreePath> places) {
    Optional<TypeElement> made = madeClass(variable).filter(SharedCollections::isUnsafe);
    if (made.isEmpty()) {
      return;
    }
    String name = variable.getSimpleName().toString();
    Set<ParallelRegion> reported = new HashSet<>();
    for (TreePath place : places) {
      concurrency
          .team(place, name, places)
          .filter(team -> concurrency.isShared(variable, place, team))
          .filter(reported::add)
          .ifPresent(team -> {
            problems.report(
                Message.HK116,
                unit.source(),
                unit.start(place.getLeaf()),
                "variable",
                name,
                "type",
                made.get().getSimpleName().toString());
          });
    }
  }

  /** The class of the object that a variable refers to, if a source shows where it is created. */
  private Optional<TypeElement> madeClass(VariableElement variable) {
    TreePath path = unit.trees().getPath(variable);
    boolean isOnly =
        variable.getModifiers().contains(Modifier.FINAL)
            || !variable.getKind().isField() && !isReassigned(variable);
    if (path == null || !(path.getLeaf() instanceof VariableTree declaration) || !isOnly) {
      return Optional.empty();
    }
    // The declaration may be in another file of the compilation.
    ExpressionTree value = declaration.getInitializer();
    return value instanceof NewClassTree made && made.getClassBody() == null
        ? Optional.ofNullable(unit.trees().getTypeMirror(new TreePath(path, made)))
            .map(unit.types()::asElement)
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
