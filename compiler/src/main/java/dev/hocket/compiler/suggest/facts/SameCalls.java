package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Knows functions that only call another one, with the same object and arguments each time. */
public final class SameCalls {
  /** An object or argument that may be another one at another time. */
  public static final String UNKNOWN = "?";

  private final Facts program;

  public SameCalls(Facts program) {
    this.program = program;
  }

  /** The names of the parameters of a function. */
  public static List<Name> parametersOf(TreePath function) {
    List<? extends VariableTree> all =
        function.getLeaf() instanceof MethodTree method
            ? method.getParameters()
            : ((LambdaExpressionTree) function.getLeaf()).getParameters();
    return all.stream().map(VariableTree::getName).toList();
  }

  /** The call that is all of some code; null if there is more, or none. */
  public static TreePath onlyCall(TreePath code) {
    return switch (code.getLeaf()) {
      case MethodInvocationTree t -> code;
      case ExpressionStatementTree t -> onlyCall(new TreePath(code, t.getExpression()));
      case BlockTree t when t.getStatements().size() == 1 ->
          onlyCall(new TreePath(code, t.getStatements().getFirst()));
      default -> null;
    };
  }

  /** The function of the program that a call certainly runs or posts; null if it is not known. */
  public TreePath functionOf(TreePath call) {
    TreePath named = call;
    if (program.element(call) instanceof ExecutableElement method && EventCalls.isPost(method)) {
      named = new TreePath(call, ((MethodInvocationTree) call.getLeaf()).getArguments().getFirst());
    }
    if (named.getLeaf() instanceof LambdaExpressionTree) {
      return named;
    }
    boolean isNamed = named == call || named.getLeaf() instanceof MemberReferenceTree;
    List<TreePath> run =
        isNamed && program.element(named) instanceof ExecutableElement method
            ? program.overrides().of(method, null).toList()
            : List.of();
    return run.size() == 1 ? run.getFirst() : null;
  }

  /**
   * The object and the arguments of a call in a function; null if they may be others at another
   * time.
   *
   * @param given what the function itself has got
   */
  public List<String> passed(TreePath call, List<Name> parameters, List<String> given) {
    List<? extends ExpressionTree> arguments = Calls.argumentsOf(call);
    boolean isPost = program.element(call) instanceof ExecutableElement m && EventCalls.isPost(m);
    if (isPost && arguments.getFirst() instanceof LambdaExpressionTree) {
      // It may use what its function has got.
      return given;
    }
    TreePath named = isPost ? new TreePath(call, arguments.getFirst()) : call;
    List<String> all = new ArrayList<>();
    Calls.objectOf(named).map(this::constant).ifPresent(all::add);
    for (ExpressionTree each : isPost ? List.<ExpressionTree>of() : arguments) {
      int index = each instanceof IdentifierTree name ? parameters.indexOf(name.getName()) : -1;
      all.add(index < 0 ? constant(new TreePath(call, each)) : given.get(index));
    }
    return all.contains(UNKNOWN) ? null : all;
  }

  /** An expression that always gives the same, as text. */
  private String constant(TreePath value) {
    Element named = program.element(value);
    boolean isConstant =
        value.getLeaf() instanceof LiteralTree
            || named instanceof TypeElement
            || named instanceof VariableElement
                && (named.getSimpleName().contentEquals("this")
                    || Sources.isField(named)
                        && named.getModifiers().contains(Modifier.FINAL)
                        && value.getLeaf() instanceof IdentifierTree);
    return isConstant ? value.getLeaf().toString() : UNKNOWN;
  }
}
