package dev.hocket.compiler.check.suspension;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.SuperCall;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Directive;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Warns of calls that may continue too early: the called method is not marked async, but a method
 * or lambda that overrides or implements it awaits. The call sees only the declaration. Callers
 * outside the program are not checked.
 *
 * <pre>{@code
 * abstract class Page {
 *   abstract void load();
 * }
 * class Example extends Page {
 *   void load() { // HK106: Page.load is not marked async
 *     //#omp target virtual(worker) await
 *     text = read();
 *   }
 * }
 * }</pre>
 */
final class MisledCalls {
  private final ProgramIndex index;
  private final AsyncMethods async;
  private final Types types;
  private final Predicate<ExecutableElement> suspends;
  private final Problems problems;
  private final Map<ExecutableElement, List<VoidCall>> calls;

  MisledCalls(
      ProgramIndex index,
      AsyncMethods async,
      Types types,
      Predicate<ExecutableElement> suspends,
      Problems problems) {
    this.index = index;
    this.async = async;
    this.types = types;
    this.suspends = suspends;
    this.problems = problems;
    this.calls = index.calls().stream().collect(Collectors.groupingBy(VoidCall::method));
  }

  /**
   * Checks all calls.
   *
   * @param leaving void functions that can be suspended
   */
  void check(Collection<FunctionSite> leaving) {
    leaving.forEach(this::check);
  }

  private void check(FunctionSite site) {
    Map<ExecutableElement, VoidCall> misled = new LinkedHashMap<>();
    unmarked(site)
        .distinct()
        .forEach(base -> misledBy(site, base).ifPresent(call -> misled.put(base, call)));
    misled.forEach((base, call) -> {
      // A mark on an async method also covers the methods that override it, so only the topmost is
      // reported.
      if (unmarkedAbove(base).noneMatch(misled::containsKey)) {
        report(site, base, call);
      }
    });
  }

  /**
   * The methods of this compilation that are not marked async and through which a function may be
   * called.
   */
  private Stream<ExecutableElement> unmarked(FunctionSite site) {
    return site.function().kind() == Function.Kind.METHOD
        ? site.methods().stream().flatMap(this::unmarkedAbove)
        : site.methods().stream()
            .flatMap(
                method -> Stream.concat(Stream.of(method), async.overridden(method, owner(method))))
            .filter(this::isUnmarked);
  }

  /**
   * The unmarked methods that a method overrides, in any subclass: a class can inherit a method
   * from one class, and the method it implements from an interface.
   */
  private Stream<ExecutableElement> unmarkedAbove(ExecutableElement method) {
    return index.classes().keySet().stream()
        .filter(type -> isSubclass(type.asType(), owner(method).asType()))
        .flatMap(type -> async.overridden(method, type))
        .filter(this::isUnmarked);
  }

  private static TypeElement owner(ExecutableElement method) {
    return (TypeElement) method.getEnclosingElement();
  }

  /**
   * Whether a method of this compilation lacks a mark. Calls of a method that awaits something
   * itself are checked at the call.
   */
  private boolean isUnmarked(ExecutableElement method) {
    return index.methods().containsKey(method) && !suspends.test(method);
  }

  /** A call through a method that continues before the function has ended. */
  private Optional<VoidCall> misledBy(FunctionSite site, ExecutableElement base) {
    Set<ExecutableElement> seen = new HashSet<>();
    Deque<ExecutableElement> early = new ArrayDeque<>(List.of(base));
    while (!early.isEmpty()) {
      ExecutableElement method = early.pop();
      if (!seen.add(method)) {
        continue;
      }
      for (VoidCall call : calls.getOrDefault(method, List.of())) {
        if (method.equals(base) && !mayReach(call, site)) {
          continue;
        }
        if (!passesOn(call)) {
          return Optional.of(call);
        }
        early.addAll(calledBy(new FunctionSite(call.outline(), call.function())));
      }
      index.functions().stream()
          .filter(reference -> reference.referredTo().filter(method::equals).isPresent())
          .forEach(reference -> early.addAll(calledBy(reference)));
    }
    return Optional.empty();
  }

  /**
   * Whether a call is the last action of its function, and no caller relies on that function's end.
   */
  private boolean passesOn(VoidCall call) {
    Function function = call.function();
    return call.isLast()
        && switch (function.kind()) {
          case METHOD, LAMBDA ->
              function.methods(call.outline().unit()).stream().noneMatch(async::isAsync);
          case BLOCK ->
              function.block().directive() instanceof Directive.Target target
                  && target.isAsynchronous()
                  && target.tag().isEmpty();
          case CONSTRUCTOR, INITIALIZER, TEAM -> false;
        };
  }

  /** The methods through which code of this compilation may call a function. */
  private List<ExecutableElement> calledBy(FunctionSite site) {
    boolean itself = site.function().kind() == Function.Kind.METHOD;
    return Stream.concat(itself ? site.methods().stream() : Stream.empty(), unmarked(site))
        .toList();
  }

  /** Whether the receiver of a call may be an object with the function. */
  private boolean mayReach(VoidCall call, FunctionSite site) {
    AttributedUnit unit = call.outline().unit();
    TreePath path = call.path();
    TypeMirror receiver =
        path.getLeaf() instanceof MethodInvocationTree tree
            ? receiver(unit, path, tree, call.method())
            : unit.trees().getTypeMirror(path);
    return receiver != null
        && (site.function().kind() != Function.Kind.METHOD
            || haveCommonObjects(receiver, owner(site.methods().getFirst()).asType()));
  }

  /**
   * The type of a call's receiver; null for a {@code super} call, which runs exactly the named
   * method.
   */
  private TypeMirror receiver(
      AttributedUnit unit, TreePath path, MethodInvocationTree call, ExecutableElement method) {
    if (SuperCall.is(call)) {
      return null;
    }
    return switch (call.getMethodSelect()) {
      case MemberSelectTree select ->
          unit.trees().getTypeMirror(new TreePath(path, select.getExpression()));
      default -> around(unit, path, method);
    };
  }

  /** The innermost class around a call that has the method. */
  private TypeMirror around(AttributedUnit unit, TreePath call, ExecutableElement method) {
    TypeMirror owner = owner(method).asType();
    for (TreePath path = call; path != null; path = path.getParentPath()) {
      if (path.getLeaf() instanceof ClassTree) {
        TypeMirror type = unit.trees().getElement(path).asType();
        if (isSubclass(type, owner)) {
          return type;
        }
      }
    }
    return owner;
  }

  private boolean haveCommonObjects(TypeMirror one, TypeMirror other) {
    return isInterface(one)
        || isInterface(other)
        || isSubclass(one, other)
        || isSubclass(other, one);
  }

  private boolean isInterface(TypeMirror type) {
    return types.asElement(types.erasure(type)) instanceof TypeElement element
        && element.getKind() == ElementKind.INTERFACE;
  }

  private boolean isSubclass(TypeMirror type, TypeMirror other) {
    return types.isSubtype(types.erasure(type), types.erasure(other));
  }

  private void report(FunctionSite site, ExecutableElement base, VoidCall call) {
    FunctionSite declared = index.methods().get(base);
    problems.report(
        Message.HK106,
        site.outline().unit().source(),
        site.start(),
        "method",
        SignatureMatch.showWithClass(base),
        "place",
        declared.place(),
        "what",
        site.word(),
        "call",
        call.outline().place(call.outline().unit().start(call.path().getLeaf())));
  }
}
