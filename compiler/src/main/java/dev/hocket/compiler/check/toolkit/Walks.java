package dev.hocket.compiler.check.toolkit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/**
 * Finds the uses of toolkits in blocks and in the methods that the blocks call. Results for methods
 * are cached.
 */
final class Walks {
  private static final Walked NOTHING = new Walked(List.of(), false);

  private final Trees trees;
  private final ToolkitTypes types;
  private final Set<Tree> elsewhere;
  private final Map<Call, Walked> known = new HashMap<>();
  private final Map<ExecutableElement, Optional<TreePath>> declarations = new HashMap<>();

  /**
   * A call of a method, with the arguments and the receiver that are fresh: unknown to other code.
   */
  private record Call(
      ExecutableElement method, Set<Integer> freshArguments, boolean freshThis, int depth) {}

  /** The uses of a method, and whether it returns a fresh object. */
  record Walked(List<Use> uses, boolean returnsFresh) {}

  /**
   * Creates the cache of one compilation.
   *
   * @param elsewhere the statements that run on other threads than the code around them
   */
  Walks(Trees trees, ToolkitTypes types, Set<Tree> elsewhere) {
    this.trees = trees;
    this.types = types;
    this.elsewhere = elsewhere;
  }

  Trees trees() {
    return trees;
  }

  /** The declaration of a method; empty if its source is not there. */
  Optional<TreePath> declaration(ExecutableElement method) {
    // To find one, javac walks its whole file.
    return declarations.computeIfAbsent(method, key -> Optional.ofNullable(trees.getPath(key)));
  }

  ToolkitTypes types() {
    return types;
  }

  boolean isElsewhere(Tree statement) {
    return elsewhere.contains(statement);
  }

  /** The uses of toolkits in a block. */
  List<Use> of(TreePath statement) {
    return new Walk(this, new HashSet<>(), false, 0).over(statement).uses();
  }

  /** The uses of a method that is called at a depth. */
  Walked of(ExecutableElement method, Set<Integer> freshArguments, boolean freshThis, int depth) {
    TreePath path = depth < WrongThreads.DEPTH ? declaration(method).orElse(null) : null;
    boolean followed =
        path != null && path.getLeaf() instanceof MethodTree t && t.getBody() != null;
    if (!followed) {
      return NOTHING;
    }
    Call call = new Call(method, freshArguments, freshThis, depth);
    Walked walked = known.get(call);
    if (walked == null) {
      Set<Element> fresh = new HashSet<>();
      List<? extends VariableElement> parameters = method.getParameters();
      freshArguments.stream()
          .filter(i -> i < parameters.size())
          .forEach(i -> fresh.add(parameters.get(i)));
      Walk walk = new Walk(this, fresh, freshThis, depth + 1);
      Initialisers.ofObject(path).forEach(each -> walk.scan(each, null));
      walked = walk.over(path);
      known.put(call, walked);
    }
    return walked;
  }

  /** File and line of a piece of code. */
  String place(TreePath path) {
    CompilationUnitTree unit = path.getCompilationUnit();
    long start = trees.getSourcePositions().getStartPosition(unit, path.getLeaf());
    String file = unit.getSourceFile().getName();
    String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    return name + ":" + unit.getLineMap().getLineNumber(start);
  }
}
