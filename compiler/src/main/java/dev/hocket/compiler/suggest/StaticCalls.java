package dev.hocket.compiler.suggest;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * The calls, in some code, of static methods without source that may use or change what the whole
 * program uses, as {@code System.setProperty} does. Between two of them another handler may call
 * such methods, too. A method counts unless {@code jdk.txt} says what it leaves alone.
 */
final class StaticCalls {
  private final Program program;

  /** The calls by their trees. */
  private final Map<Tree, Call> calls = new LinkedHashMap<>();

  private record Call(TreePath path, ExecutableElement method) {
    boolean changes() {
      return !Library.jdk().asks(method);
    }

    /** Whether it uses what the other one may change, or the other way round. */
    boolean dependsOn(Call other) {
      return changes() && other.mayUse(isOutside()) || other.changes() && mayUse(other.isOutside());
    }

    /** Whether it may use what is changed: files and the like, or something in the program. */
    private boolean mayUse(boolean outside) {
      boolean isKnown = isOutside() || !changes();
      return !isKnown || isOutside() == outside;
    }

    private boolean isOutside() {
      return Library.jdk().isOutside(method);
    }

    /** Whether no later call depends on what this one leaves in the program. */
    boolean isComplete() {
      return !changes() || isOutside();
    }
  }

  StaticCalls(Program program) {
    this.program = program;
  }

  void addAll(Reached reached) {
    new Reached.Walk() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        add(getCurrentPath());
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        add(getCurrentPath());
        return super.visitMemberReference(tree, unused);
      }
    }.walk(reached);
  }

  private void add(TreePath call) {
    if (program.element(call) instanceof ExecutableElement method && counts(method)) {
      calls.putIfAbsent(call.getLeaf(), new Call(call, method));
    }
  }

  private boolean counts(ExecutableElement method) {
    Element type = method.getEnclosingElement();
    return method.getModifiers().contains(Modifier.STATIC)
        // The compiler makes some methods of the program's own enums.
        && program.trees().getTree((TypeElement) type) == null
        && type.getKind() != ElementKind.ENUM
        && !Library.jdk().isInert(method);
  }

  /** The reason why no other code may run between these calls and later ones. */
  Optional<String> problemBefore(StaticCalls later) {
    return dependentIn(later)
        .map(calls -> calls + "; between them another handler may call such methods, too");
  }

  /** One of these calls, and one of others which depends on it. */
  Optional<String> dependentIn(StaticCalls later) {
    for (Call one : calls.values()) {
      for (Call other : later.calls.values()) {
        boolean isSame = one.path.getLeaf() == other.path.getLeaf();
        if (!isSame && one.dependsOn(other)) {
          return Optional.of(named(one, other));
        }
      }
    }
    return Optional.empty();
  }

  /** A call of which nothing is known, not even that it does not end the program. */
  Optional<String> unknown() {
    return calls.values().stream()
        .filter(each -> !each.isComplete())
        .findFirst()
        .map(each -> "it calls " + named(each) + ", which may rely on all that the handler does");
  }

  /** The reason why code with these calls must not run twice at the same time. */
  Optional<String> problemOfTwoRuns() {
    Call first = null;
    for (Call each : calls.values()) {
      if (first != null && !(first.isComplete() && each.isComplete())) {
        return Optional.of(named(first, each) + ", and may run twice at the same time");
      }
      first = first == null || first.isComplete() ? each : first;
    }
    return Optional.empty();
  }

  private String named(Call one, Call other) {
    return "it calls "
        + named(one)
        + " and "
        + named(other)
        + ", which may change what the whole program uses";
  }

  private String named(Call call) {
    return "'"
        + call.method.getEnclosingElement().getSimpleName()
        + "."
        + call.method.getSimpleName()
        + "' ("
        + program.place(call.path)
        + ")";
  }
}
