package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.Region;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/** Resolves simple names at a directive, as javac does not resolve names in comments. */
final class Scopes {
  private final AttributedUnit unit;

  /** The local variables whose scope is a tree. */
  private final Map<Tree, List<Local>> declared = new IdentityHashMap<>();

  /**
   * Creates the scopes of a file.
   *
   * @param declared all local variables that the file declares
   */
  Scopes(AttributedUnit unit, Collection<Local> declared) {
    this.unit = unit;
    for (Local local : declared) {
      this.declared.computeIfAbsent(scope(local), key -> new ArrayList<>()).add(local);
    }
  }

  /** The local variable that a name denotes; empty if a nearer field hides it. */
  Optional<Local> local(String name, Region at) {
    return visible(at.start(), at.path())
        .filter(local -> local.name().equals(name))
        .max(Comparator.comparingInt(local -> unit.start(local.tree())))
        .filter(local -> !isHiddenByField(local, at));
  }

  /** Whether a name denotes a variable at an offset in a list of statements. */
  boolean isVariable(String name, int offset, TreePath list) {
    return visible(offset, list).anyMatch(local -> local.name().equals(name))
        || classesAround(list).anyMatch(path -> hasField(path, name));
  }

  /** Whether a name denotes a field of a class around the directive. */
  boolean isField(String name, Region at) {
    return local(name, at).isEmpty()
        && classesAround(at.path()).anyMatch(path -> hasField(path, name));
  }

  /** The local variable, or else the field, that a name denotes. */
  Optional<VariableElement> variable(String name, Region at) {
    return local(name, at).map(Local::element).or(() -> field(name, at));
  }

  /** The static field that a name denotes. */
  Optional<VariableElement> staticField(String name, Region at) {
    return local(name, at).isPresent()
        ? Optional.empty()
        : field(name, at).filter(field -> field.getModifiers().contains(Modifier.STATIC));
  }

  /** The field of {@code this} that a name denotes. */
  Optional<VariableElement> ownField(String name, Region at) {
    return local(name, at).isPresent()
        ? Optional.empty()
        : classesAround(at.path())
            .limit(1)
            .flatMap(this::fields)
            .filter(field -> field.getSimpleName().contentEquals(name))
            .findFirst();
  }

  private Optional<VariableElement> field(String name, Region at) {
    return classesAround(at.path())
        .flatMap(path -> fields(path))
        .filter(field -> field.getSimpleName().contentEquals(name))
        .findFirst();
  }

  /** The names of all local variables in scope. */
  Set<String> localNames(Region at) {
    Set<String> names = new HashSet<>();
    visible(at.start(), at.path()).forEach(local -> names.add(local.name()));
    return names;
  }

  private Stream<Local> visible(int offset, TreePath place) {
    return around(place)
        .flatMap(path -> declared.getOrDefault(path.getLeaf(), List.of()).stream())
        .filter(local -> unit.start(local.tree()) < offset);
  }

  /**
   * The tree in which a variable is in scope after its declaration. It is exact except for pattern
   * variables: these count up to the end of the list of statements.
   */
  private static Tree scope(Local local) {
    TreePath scope = local.declaration().getParentPath();
    if (scope.getLeaf() instanceof TryTree tree) {
      return tree.getBlock();
    } else if (scope.getLeaf().getKind() == Tree.Kind.BINDING_PATTERN) {
      while (!holdsStatements(scope.getLeaf())) {
        scope = scope.getParentPath();
      }
    }
    if (scope.getLeaf() instanceof CaseTree) {
      scope = scope.getParentPath();
    }
    return scope.getLeaf();
  }

  private static boolean holdsStatements(Tree tree) {
    return tree instanceof BlockTree
        || tree instanceof CaseTree
        || tree instanceof LambdaExpressionTree
        || tree instanceof MethodTree
        || tree instanceof ClassTree;
  }

  private boolean isHiddenByField(Local local, Region at) {
    return classesAround(at.path())
        .filter(path -> unit.start(path.getLeaf()) > unit.start(local.tree()))
        .anyMatch(path -> hasField(path, local.name()));
  }

  private static Stream<TreePath> classesAround(TreePath place) {
    return around(place).filter(path -> path.getLeaf() instanceof ClassTree);
  }

  private static Stream<TreePath> around(TreePath place) {
    return Stream.iterate(place, path -> path != null, TreePath::getParentPath);
  }

  private boolean hasField(TreePath classPath, String name) {
    return fields(classPath).anyMatch(field -> field.getSimpleName().contentEquals(name));
  }

  private Stream<VariableElement> fields(TreePath classPath) {
    return unit.trees().getElement(classPath) instanceof TypeElement type
        ? ElementFilter.fieldsIn(unit.elements().getAllMembers(type)).stream()
        : Stream.empty();
  }
}
