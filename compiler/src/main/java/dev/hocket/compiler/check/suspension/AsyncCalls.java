package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Resources;
import dev.hocket.compiler.check.language.SuperCall;
import dev.hocket.compiler.check.place.CallRegion;
import dev.hocket.compiler.check.place.Placement;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;

/** Finds the calls that {@code async-call} directives list. The innermost directive applies. */
final class AsyncCalls {
  private final AttributedUnit unit;
  private final AsyncMethods methods;
  private final Problems problems;
  private final Map<Tree, Listed> listed = new LinkedHashMap<>();

  private record Listed(TreePath call, CallRegion region) {}

  AsyncCalls(
      AttributedUnit unit, List<CallRegion> regions, AsyncMethods methods, Problems problems) {
    this.unit = unit;
    this.methods = methods;
    this.problems = problems;
    // Inner directives come after outer ones, so they override them.
    regions.forEach(this::find);
  }

  /** All calls that are listed. */
  List<TreePath> calls() {
    return listed.values().stream().map(Listed::call).toList();
  }

  /** Creates a block from each statement whose call is not waited for. */
  List<TargetBlock> blocks() {
    List<TargetBlock> blocks = new ArrayList<>();
    for (Listed each : listed.values()) {
      if (!each.region().directive().isAwaited()) {
        block(each, blocks);
      }
    }
    return blocks;
  }

  private void find(CallRegion region) {
    List<TreePath> calls = callsIn(region.statement());
    Map<String, List<TreePath>> named =
        calls.stream().collect(Collectors.groupingBy(c -> method(c).getSimpleName().toString()));
    for (Signature signature : region.directive().signatures()) {
      if (signature.isBare()) {
        reportBare(signature, calls, region.directive());
        continue;
      }
      List<TreePath> matching =
          named.getOrDefault(signature.simpleName(), List.of()).stream()
              .filter(call -> matches(signature, call))
              .toList();
      List<TreePath> async =
          matching.stream()
              .filter(call -> canSuspend(call, region.directive()))
              .filter(call -> !methods.isPlain(call.getLeaf(), method(call)))
              .toList();
      if (matching.isEmpty()) {
        reportUnmatched(signature, calls);
      } else if (async.isEmpty()) {
        reportPlain(signature, method(matching.getFirst()));
      }
      async.forEach(call -> listed.put(call.getLeaf(), new Listed(call, region)));
    }
  }

  /** A method that waits is awaited or not listed: it does not continue without its caller. */
  private boolean canSuspend(TreePath call, Directive.AsyncCall directive) {
    ExecutableElement method = method(call);
    return methods.isAsync(method)
        || directive.isAwaited() && methods.isAwaitable(method) && hasReceiver(call, method);
  }

  /**
   * The twin of a method of the JDK takes the object as an argument, so it cannot replace a super
   * call.
   */
  private boolean hasReceiver(TreePath call, ExecutableElement method) {
    return !SuperCall.is(call.getLeaf())
        && (methods.isMarkedAwaitable(method) || receiver(call).isPresent());
  }

  /**
   * The calls in a statement, without those in functions inside it. The {@code close()} of a
   * resource counts as a call at the end of its try.
   */
  private static List<TreePath> callsIn(TreePath statement) {
    List<TreePath> calls = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        calls.add(getCurrentPath());
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitTry(TryTree tree, Void unused) {
        tree.getResources().forEach(r -> calls.add(new TreePath(getCurrentPath(), r)));
        return super.visitTry(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        return null;
      }

      @Override
      public Void visitClass(ClassTree tree, Void unused) {
        return null;
      }
    }.scan(statement, null);
    return calls;
  }

  private ExecutableElement method(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree
        ? (ExecutableElement) unit.trees().getElement(call)
        : Resources.close(unit, call).orElseThrow();
  }

  private boolean matches(Signature signature, TreePath call) {
    ExecutableType type =
        call.getLeaf() instanceof MethodInvocationTree tree
            ? (ExecutableType)
                unit.trees().getTypeMirror(new TreePath(call, tree.getMethodSelect()))
            : (ExecutableType) method(call).asType();
    return SignatureMatch.matches(signature, method(call), type, unit.types())
        && signature.qualifier().map(qualifier -> isQualified(qualifier, call)).orElse(true);
  }

  private boolean isQualified(String qualifier, TreePath call) {
    Optional<TreePath> receiver = receiver(call);
    List<TypeMirror> classes = new ArrayList<>();
    classes.add(method(call).getEnclosingElement().asType());
    receiver.map(unit.trees()::getTypeMirror).ifPresent(classes::add);
    Optional<String> written = receiver.map(path -> written(path.getLeaf()));
    return SignatureMatch.isQualified(qualifier, written, classes, unit.types());
  }

  /** The receiver of a call: a resource, or the expression before the method's name. */
  private static Optional<TreePath> receiver(TreePath call) {
    if (!(call.getLeaf() instanceof MethodInvocationTree tree)) {
      return Optional.of(call);
    }
    return tree.getMethodSelect() instanceof MemberSelectTree select
        ? Optional.of(new TreePath(new TreePath(call, select), select.getExpression()))
        : Optional.empty();
  }

  private static String written(Tree receiver) {
    return receiver instanceof VariableTree resource
        ? resource.getName().toString()
        : receiver.toString();
  }

  private void block(Listed each, List<TargetBlock> blocks) {
    Directive.AsyncCall directive = each.region().directive();
    TreePath path = each.call().getParentPath();
    while (path.getLeaf() instanceof ParenthesizedTree) {
      path = path.getParentPath();
    }
    boolean stores =
        directive.mode().kind() == ClauseKind.NAME_AS && path.getLeaf() instanceof AssignmentTree;
    path = stores ? path.getParentPath() : path;
    Tree statement = path.getLeaf();
    if (statement instanceof ExpressionStatementTree
        && Placement.isStatementOf(path.getParentPath().getLeaf(), statement)) {
      Directive.Target target =
          new Directive.Target(directive.comment(), List.of(directive.mode()), true);
      int start = unit.start(statement);
      blocks.add(new TargetBlock(target, path, start, unit.end(statement), null, null));
    } else {
      problems.report(
          Message.HK041,
          unit.source(),
          unit.start(each.call().getLeaf()),
          "mode",
          directive.mode().kind().word(),
          "forms",
          forms(directive.mode().kind(), path.getLeaf()));
    }
  }

  /** The form of statement that the mode requires, and the remedy for a call with another form. */
  private static String forms(ClauseKind mode, Tree statement) {
    if (mode != ClauseKind.NAME_AS) {
      return "f(…);";
    }
    String forms = "f(…); or x = f(…);";
    return statement instanceof VariableTree variable
        ? forms + " and declare '" + variable.getName() + "' before the directive"
        : forms;
  }

  private void reportUnmatched(Signature signature, List<TreePath> calls) {
    List<TreePath> others = named(signature, calls);
    String way =
        calls.isEmpty()
            ? "remove it: the statement itself calls no method"
            : "list a method that the statement itself calls: "
                + String.join(" or ", shown(others.isEmpty() ? calls : others));
    report(Message.HK039, signature, "method", signature.toString(), "way", way);
  }

  /**
   * Reports a signature without parameters, with those of the only possible method, or with the
   * candidates.
   */
  private void reportBare(Signature signature, List<TreePath> calls, Directive.AsyncCall call) {
    List<String> meant = shown(named(signature, calls));
    String wait =
        call.isAwaited()
            ? "; to wait for a tag, write //#omp wait(" + signature.name().text() + ") await"
            : "";
    String way =
        meant.isEmpty()
            ? "list methods with the types of their parameters, as in find(String); the statement"
                + " calls "
                + all(calls)
                + wait
            : "list it with the types of its parameters: " + String.join(" or ", meant);
    report(Message.HK046, signature, "method", signature.name().text(), "way", way);
  }

  private void reportPlain(Signature signature, ExecutableElement method) {
    Element owner = method.getEnclosingElement();
    String mark =
        unit.trees().getTree(owner) != null
            ? "put //#omp async before its declaration, or call it in a block: "
            : AsyncMethods.isOfJava(unit.elements(), owner)
                ? "call it in a block: "
                : "put //#omp async before the method in the source of '%s' and compile that with"
                        .formatted(owner.getSimpleName())
                    + " Hocket, or call it in a block: ";
    String way = mark + "//#omp target virtual(worker) await";
    report(Message.HK040, signature, "method", SignatureMatch.showWithClass(method), "way", way);
  }

  private List<TreePath> named(Signature signature, List<TreePath> calls) {
    String name = signature.simpleName();
    return calls.stream().filter(c -> method(c).getSimpleName().contentEquals(name)).toList();
  }

  private List<String> shown(List<TreePath> calls) {
    return calls.stream().map(this::method).map(SignatureMatch::show).distinct().toList();
  }

  private String all(List<TreePath> calls) {
    return calls.isEmpty() ? "no method" : String.join(", ", shown(calls));
  }

  private void report(Message message, Signature signature, String... values) {
    problems.report(message, unit.source(), signature.name().offset(), values);
  }
}
