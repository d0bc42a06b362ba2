package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/**
 * Knows whether a function may exist several times with other values, as the listeners of the
 * buttons that a loop makes: {@code for (String name : names) { add(name, e -> open(name)); }}.
 */
public final class Copies {
  private final Facts program;

  /** A class of which one object only is looked at; null if there is none. */
  private Tree one;

  public Copies(Facts program) {
    this.program = program;
  }

  /** Whether what a function does may differ from one object of it to another one. */
  public boolean mayDiffer(TreePath function) {
    return usesValues(function) && !isMadeOnce(creationOf(function), new HashMap<>());
  }

  /** The same of the functions that one object of a class around them has. */
  public boolean mayDifferWithin(TreePath function, Tree type) {
    one = type;
    boolean mayDiffer = mayDiffer(function);
    one = null;
    return mayDiffer;
  }

  /** Whether a function uses what it gets when it is called, such as the source of an event. */
  public boolean usesParameters(TreePath function) {
    Set<Element> all = parametersOf(function);
    return program.names(Sources.body(function)).stream()
        .anyMatch(name -> all.contains(program.element(name)));
  }

  private Set<Element> parametersOf(TreePath function) {
    List<? extends Tree> parameters =
        function.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) function.getLeaf()).getParameters();
    Set<Element> all = new HashSet<>();
    parameters.forEach(each -> all.add(program.element(new TreePath(function, each))));
    return all;
  }

  /** Whether a function does one thing or another, depending on what it gets. */
  public boolean branchesOnParameters(TreePath function) {
    Set<Element> given = parametersOf(function);
    boolean[] branches = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree tree, Void unused) {
        if (tree.getInitializer() != null && names(tree.getInitializer())) {
          given.add(program.element(getCurrentPath()));
        }
        return super.visitVariable(tree, unused);
      }

      @Override
      public Void visitIf(IfTree tree, Void unused) {
        branches[0] |= names(tree.getCondition());
        return super.visitIf(tree, unused);
      }

      @Override
      public Void visitConditionalExpression(ConditionalExpressionTree tree, Void unused) {
        branches[0] |= names(tree.getCondition());
        return super.visitConditionalExpression(tree, unused);
      }

      @Override
      public Void visitSwitch(SwitchTree tree, Void unused) {
        branches[0] |= names(tree.getExpression());
        return super.visitSwitch(tree, unused);
      }

      @Override
      public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
        branches[0] |= names(tree.getExpression());
        return super.visitSwitchExpression(tree, unused);
      }

      /** A method that gets it may look at it. */
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        branches[0] |=
            program.path(program.element(getCurrentPath())) != null
                && tree.getArguments().stream()
                    .map(each -> program.element(new TreePath(getCurrentPath(), each)))
                    .anyMatch(given::contains);
        return super.visitMethodInvocation(tree, unused);
      }

      private boolean names(Tree code) {
        return program.names(new TreePath(getCurrentPath(), code)).stream()
            .anyMatch(name -> given.contains(program.element(name)));
      }
    }.scan(Sources.body(function), null);
    return branches[0];
  }

  private boolean usesValues(TreePath function) {
    return usesOwnValues(function) || usesParameters(function);
  }

  /** Whether a function uses variables around it, or fields of its object. */
  private boolean usesOwnValues(TreePath function) {
    return program.names(Sources.body(function)).stream()
        .anyMatch(name -> {
          Element used = program.element(name);
          return Sources.isLocal(used)
              ? program.path(used) != null && !Sources.isInside(program.path(used), function)
              : Sources.isField(used) && !used.getModifiers().contains(Modifier.STATIC);
        });
  }

  /** A lambda is made where it is written, and a method with the objects of its class. */
  private static TreePath creationOf(TreePath function) {
    return function.getLeaf() instanceof MethodTree ? function.getParentPath() : function;
  }

  /** Whether some code runs once at most; that of a class, whether it has one object at most. */
  private boolean isMadeOnce(TreePath code, Map<Tree, Boolean> asked) {
    Boolean known = asked.putIfAbsent(code.getLeaf(), false);
    if (known == null) {
      known = isMade(code, asked);
      asked.put(code.getLeaf(), known);
    }
    return known;
  }

  private boolean isMade(TreePath code, Map<Tree, Boolean> asked) {
    if (code.getLeaf() == one) {
      return true;
    }
    if (code.getLeaf() instanceof ClassTree) {
      return areFew(program.index().creationsOf(program.element(code)), asked);
    }
    for (TreePath path = code; ; path = path.getParentPath()) {
      if (Sources.isLoop(path.getLeaf())) {
        return false;
      }
      TreePath parent = path.getParentPath();
      if (parent == null || parent.getLeaf() instanceof ClassTree) {
        return path.getLeaf() instanceof MethodTree
            ? isCalledOnce(path, asked)
            : parent == null || isMadeOnce(parent, asked);
      }
    }
  }

  private boolean isCalledOnce(TreePath method, Map<Tree, Boolean> asked) {
    if (!(program.element(method) instanceof ExecutableElement named)) {
      return false;
    }
    if (named.getKind() == ElementKind.CONSTRUCTOR) {
      return isMadeOnce(method.getParentPath(), asked);
    }
    List<TreePath> runs =
        Stream.concat(
                program.index().callsOf(named.getSimpleName()).stream()
                    .filter(call -> named.equals(program.element(call))),
                program.index().referencesTo(named).stream())
            .toList();
    return areFew(runs, asked)
        && (named.getModifiers().contains(Modifier.STATIC)
            || isMadeOnce(method.getParentPath(), asked));
  }

  private boolean areFew(List<TreePath> runs, Map<Tree, Boolean> asked) {
    return runs.isEmpty() || runs.size() == 1 && isMadeOnce(runs.getFirst(), asked);
  }
}
