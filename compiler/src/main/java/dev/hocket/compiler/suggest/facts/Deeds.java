package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.StaticCalls;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Nodes;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * What a piece of code does itself, whatever leads to it. Many handlers reach the same pieces, so
 * all of that is found once for each.
 */
public final class Deeds {
  private final Facts program;
  private final List<TreePath> nodes;
  private final List<TreePath> calls;

  // Each is found on first use.
  private List<TreePath> ofLibraries;
  private Collection<TreePath> given;
  private StaticCalls statics;
  private List<TreePath> stored;

  Deeds(Facts program, List<TreePath> nodes) {
    this.program = program;
    this.nodes = nodes;
    this.calls = nodes.stream().filter(Deeds::isCall).toList();
  }

  private static boolean isCall(TreePath node) {
    return switch (node.getLeaf()) {
      case MethodInvocationTree t -> true;
      case NewClassTree t -> true;
      case MemberReferenceTree t -> true;
      default -> false;
    };
  }

  /** All of it, in the order of the text. */
  public List<TreePath> nodes() {
    return nodes;
  }

  /** The calls, creations and references to methods. */
  public List<TreePath> calls() {
    return calls;
  }

  /** The calls and references of methods without source. */
  public List<TreePath> callsOfLibraries() {
    if (ofLibraries == null) {
      ofLibraries =
          calls.stream()
              .filter(each -> !(each.getLeaf() instanceof NewClassTree))
              .filter(each ->
                  program.element(each) instanceof ExecutableElement method
                      && program.path(method) == null)
              .toList();
    }
    return ofLibraries;
  }

  /** The calls that may use or change what the whole program uses. */
  public StaticCalls statics() {
    if (statics == null) {
      statics = new StaticCalls(program);
      nodes.stream().filter(this::mayBeStatic).forEach(statics::add);
    }
    return statics;
  }

  private boolean mayBeStatic(TreePath node) {
    return isCall(node) || Nodes.isName(node) && Sources.isField(program.element(node));
  }

  /**
   * The functions that the code gives to a library which may run them later: the task of {@code
   * invokeLater}, or the listener of a timer. Of a method that is known to read, as {@code
   * forEach}, nothing is left when it returns. A listener that is added counts as a handler of its
   * own.
   */
  public Collection<TreePath> given() {
    if (given == null) {
      Given all = new Given();
      calls.forEach(all::addOf);
      given = all.found.values();
    }
    return given;
  }

  private final class Given {
    private final Map<Tree, TreePath> found = new LinkedHashMap<>();

    private void addOf(TreePath call) {
      if (!(program.element(call) instanceof ExecutableElement method) || !mayKeep(method)) {
        return;
      }
      if (call.getLeaf() instanceof NewClassTree made) {
        made.getArguments().forEach(each -> add(new TreePath(call, each)));
      } else if (call.getLeaf() instanceof MethodInvocationTree tree
          && !program.methods().addsListener(method)) {
        tree.getArguments().forEach(each -> add(new TreePath(call, each)));
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .filter(program::isOfProgram)
            .ifPresent(type -> program.overrides().calledBack(type).forEach(this::addFunction));
      }
    }

    private boolean mayKeep(ExecutableElement method) {
      return program.path(method) == null && !program.reads(method);
    }

    private void add(TreePath argument) {
      switch ((ExpressionTree) argument.getLeaf()) {
        case LambdaExpressionTree lambda -> addFunction(argument);
        case MemberReferenceTree reference -> {
          if (program.element(argument) instanceof ExecutableElement method) {
            program.overrides().of(method, null).forEach(this::addFunction);
          }
        }
        default ->
            Stream.ofNullable(program.trees().getTypeMirror(argument))
                .flatMap(type -> program.overrides().calledBack(type).stream())
                .forEach(this::addFunction);
      }
    }

    private void addFunction(TreePath function) {
      boolean hasBody =
          function.getLeaf() instanceof LambdaExpressionTree
              || function.getLeaf() instanceof MethodTree method && method.getBody() != null;
      if (hasBody) {
        found.putIfAbsent(function.getLeaf(), function);
      }
    }
  }

  /**
   * What the code puts into containers: what it assigns to elements of arrays, and what it gives to
   * methods without source that change an object.
   */
  public List<TreePath> stored() {
    if (stored == null) {
      stored = nodes.stream().flatMap(this::storedBy).toList();
    }
    return stored;
  }

  private Stream<TreePath> storedBy(TreePath node) {
    return switch (node.getLeaf()) {
      case AssignmentTree t when t.getVariable() instanceof ArrayAccessTree ->
          Stream.of(new TreePath(node, t.getExpression())).filter(this::mayHoldMore);
      case MethodInvocationTree t -> storedBy(node, t);
      default -> Stream.empty();
    };
  }

  private Stream<TreePath> storedBy(TreePath call, MethodInvocationTree tree) {
    boolean passes =
        tree.getArguments().stream().anyMatch(each -> each instanceof MemberReferenceTree);
    boolean stores =
        program.element(call) instanceof ExecutableElement method
            && program.path(method) == null
            && (passes || !program.reads(method));
    List<TreePath> arguments =
        tree.getArguments().stream()
            .map((ExpressionTree each) -> new TreePath(call, each))
            .filter(each -> stores && mayHoldMore(each))
            .toList();
    // The method may give its object to what it has got.
    return arguments.isEmpty()
        ? Stream.empty()
        : Stream.concat(
            arguments.stream(), Calls.objectOf(call).stream().filter(this::mayHoldMore));
  }

  private boolean mayHoldMore(TreePath expression) {
    TypeMirror type = program.trees().getTypeMirror(expression);
    return type != null && (program.isFunction(type) || program.mayChange(type));
  }
}
