package dev.hocket.compiler.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.check.Suspensions.Reason;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/**
 * Finds what can be suspended in all files of a compilation: the functions that await something,
 * and those whose last action is a call of such a one. The other calls wait.
 */
final class SuspensionAnalysis {
  private final AsyncMethods methods;
  private final Problems problems;
  private final Map<Outline, Suspensions> found = new IdentityHashMap<>();

  /** Methods that are not async but can be suspended, as they await something or pass it on. */
  private final Set<Element> resumable = new HashSet<>();

  /** Those of them that await something themselves. */
  private final Set<Element> awaiting = new HashSet<>();

  /** A call of a {@code void} method that no directive lists. */
  private record Call(Outline outline, TreePath path, ExecutableElement method) {
    Function function() {
      return outline.functionAround(path);
    }

    boolean isLast() {
      return new LastAction(outline.unit(), outline.waits()).is(path, function());
    }
  }

  private SuspensionAnalysis(AsyncMethods methods, Problems problems) {
    this.methods = methods;
    this.problems = problems;
  }

  static Map<Outline, Suspensions> of(
      List<Outline> outlines, AsyncMethods methods, Problems problems) {
    SuspensionAnalysis analysis = new SuspensionAnalysis(methods, problems);
    outlines.forEach(outline -> analysis.found.put(outline, new Suspensions()));
    outlines.forEach(analysis::addMarked);
    outlines.forEach(analysis::addAwaits);
    List<Call> calls = analysis.voidCalls(outlines);
    analysis.passOn(calls);
    calls.forEach(analysis::classify);
    outlines.forEach(analysis::addReferences);
    return analysis.found;
  }

  private void addMarked(Outline outline) {
    outline.marked().stream()
        .filter(path -> path.getLeaf() instanceof MethodTree)
        .map(path -> new Function(Function.Kind.METHOD, path, null))
        .forEach(method -> found.get(outline).add(method, Reason.ASYNC));
  }

  private void addAwaits(Outline outline) {
    for (TargetBlock block : outline.blocks().all()) {
      if (block.directive().isAwaited()) {
        int offset = block.directive().comment().start();
        addAwait(outline, block.path(), block.outer(), offset);
      }
    }
    for (WaitPoint wait : outline.waits()) {
      if (wait.directive().awaits()) {
        int offset = wait.directive().comment().start();
        addAwait(outline, wait.list(), outline.blocks().at(offset), offset);
      }
    }
    for (TreePath call : outline.listed()) {
      int offset = outline.unit().start(call.getLeaf());
      addAwait(outline, call, outline.blocks().at(offset), offset);
      found.get(outline).awaited().add(call);
    }
  }

  private void addAwait(Outline outline, TreePath place, TargetBlock block, int offset) {
    Function function = Function.around(place, block);
    Optional<Tree> lock = HeldLocks.around(place, block);
    if (lock.isPresent()) {
      int line = outline.unit().source().line(outline.unit().start(lock.get()));
      report(Message.HK033, outline, offset, "line", Integer.toString(line));
      return;
    }
    Optional<ExecutableElement> method = function.method(outline.unit());
    boolean async = outline.isMarked(function) || method.filter(methods::isAsync).isPresent();
    boolean mayReturn = async || function.isVoid(outline.unit());
    switch (function.kind()) {
      case CONSTRUCTOR -> report(Message.HK034, outline, offset, "place", "a constructor");
      case INITIALIZER -> report(Message.HK034, outline, offset, "place", "an initialiser");
      case METHOD -> {
        if (!mayReturn) {
          String name = SignatureMatch.show(method.orElseThrow());
          report(Message.HK031, outline, offset, "method", name);
        } else if (!async) {
          resumable.add(method.orElseThrow());
          awaiting.add(method.orElseThrow());
        }
      }
      case LAMBDA -> {
        if (!mayReturn) {
          report(Message.HK032, outline, offset);
        }
      }
      case BLOCK -> {}
    }
    found.get(outline).add(function, async ? Reason.ASYNC : Reason.AWAITS);
  }

  /** The calls of methods that can, or may turn out to, be suspended. */
  private List<Call> voidCalls(List<Outline> outlines) {
    List<Call> calls = new ArrayList<>();
    Set<Element> declared = new HashSet<>();
    outlines.forEach(outline -> scan(outline, declared, calls));
    calls.removeIf(call -> !declared.contains(call.method()) && !suspends(call.method()));
    return calls;
  }

  private void scan(Outline outline, Set<Element> declared, List<Call> calls) {
    Set<Tree> listed = new HashSet<>();
    outline.listed().forEach(call -> listed.add(call.getLeaf()));
    Trees trees = outline.unit().trees();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethod(MethodTree tree, Void unused) {
        declared.add(trees.getElement(getCurrentPath()));
        return super.visitMethod(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (trees.getElement(getCurrentPath()) instanceof ExecutableElement method
            && method.getKind() == ElementKind.METHOD
            && method.getReturnType().getKind() == TypeKind.VOID
            && !listed.contains(tree)) {
          calls.add(new Call(outline, getCurrentPath(), method));
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        addFunction(outline, getCurrentPath());
        return super.visitLambdaExpression(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        addFunction(outline, getCurrentPath());
        return super.visitMemberReference(tree, unused);
      }
    }.scan(new TreePath(outline.unit().tree()), null);
  }

  private void addFunction(Outline outline, TreePath path) {
    Function function = new Function(Function.Kind.LAMBDA, path, null);
    if (function.method(outline.unit()).filter(methods::isAsync).isPresent()) {
      found.get(outline).asyncFunctions().add(path);
    }
  }

  private void addReferences(Outline outline) {
    Suspensions suspensions = found.get(outline);
    suspensions.asyncFunctions().stream()
        .filter(path -> path.getLeaf() instanceof MemberReferenceTree)
        .filter(path ->
            outline.unit().trees().getElement(path) instanceof ExecutableElement method
                && suspends(method))
        .forEach(suspensions.references()::add);
  }

  private void passOn(List<Call> calls) {
    if (calls.stream().noneMatch(call -> suspends(call.method()))) {
      return;
    }
    List<Call> last =
        calls.stream()
            .filter(call -> call.function().kind() == Function.Kind.METHOD)
            .filter(Call::isLast)
            .toList();
    boolean grown;
    do {
      grown = false;
      for (Call call : last) {
        ExecutableElement caller = call.function().method(call.outline().unit()).orElseThrow();
        if (suspends(call.method()) && !methods.isAsync(caller)) {
          grown |= resumable.add(caller);
        }
      }
    } while (grown);
  }

  private boolean suspends(ExecutableElement method) {
    return resumable.contains(method)
        || methods.isAsync(method)
        || AsyncMethods.isResumable(method);
  }

  /** Whether a method goes on without its caller when it awaits something. */
  private boolean awaits(ExecutableElement method) {
    return awaiting.contains(method) || !methods.isAsync(method) && AsyncMethods.awaits(method);
  }

  private void classify(Call call) {
    if (!suspends(call.method())) {
      return;
    }
    Suspensions suspensions = found.get(call.outline());
    if (call.isLast()) {
      Optional<ExecutableElement> caller = call.function().method(call.outline().unit());
      boolean async = caller.filter(methods::isAsync).isPresent();
      suspensions.add(call.function(), async ? Reason.ASYNC : Reason.FORWARDS);
      suspensions.awaited().add(call.path());
    } else if (!awaits(call.method())) {
      suspensions.waited().add(call.path());
    } else {
      int offset = call.outline().unit().start(call.path().getLeaf());
      String name = SignatureMatch.show(call.method());
      report(Message.HK035, call.outline(), offset, "method", name);
    }
  }

  private void report(Message message, Outline outline, int offset, String... values) {
    problems.report(message, outline.unit().source(), offset, values);
  }
}
