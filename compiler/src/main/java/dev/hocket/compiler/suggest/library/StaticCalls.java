package dev.hocket.compiler.suggest.library;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/**
 * The calls, in some code, of static methods without source that may use or change what the whole
 * program uses, as {@code System.setProperty} does. Between two of them another handler may call
 * such methods, too. A method counts unless {@code jdk.txt} says what it leaves alone.
 */
public final class StaticCalls {
  private static final String OF_JDK = "java.";

  private final Sources program;

  /** The calls by their trees. */
  private final Map<Tree, Call> calls = new LinkedHashMap<>();

  /** All calls without source that may use what a setting changes, as a format uses the locale. */
  private final Map<Tree, TreePath> dependent = new LinkedHashMap<>();

  /**
   * A call.
   *
   * @param path the call; or a use of an object that the method has given
   * @param changes whether it may change what the whole program uses
   */
  private record Call(TreePath path, ExecutableElement method, boolean changes) {

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

  /**
   * Begins with no calls.
   *
   * @param program the program of the code
   */
  public StaticCalls(Sources program) {
    this.program = program;
  }

  /** Adds a call, a creation or a name, if it may use or change such things. */
  public void add(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || program.path(method) != null) {
      addStream(call);
      return;
    }
    if (counts(method)) {
      calls.putIfAbsent(call.getLeaf(), new Call(call, method, !Library.jdk().asks(method)));
    }
    if (!isIndependent(method)) {
      dependent.putIfAbsent(call.getLeaf(), call);
    }
  }

  /** Adds what is in others. */
  public void addAll(StaticCalls others) {
    others.calls.forEach(calls::putIfAbsent);
    others.dependent.forEach(dependent::putIfAbsent);
  }

  /** Adds a change of an object that a static method gives to all code that asks for it. */
  public void addChange(TreePath object, ExecutableElement giver) {
    calls.putIfAbsent(object.getLeaf(), new Call(object, giver, true));
  }

  /** The fields of {@code System} change all the same, though they are final. */
  private void addStream(TreePath name) {
    if (program.element(name) instanceof VariableElement field
        && field.getEnclosingElement() instanceof TypeElement type
        && type.getQualifiedName().contentEquals("java.lang.System")) {
      dependent.putIfAbsent(name.getLeaf(), name);
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
  public Optional<String> problemBefore(StaticCalls later) {
    return dependentIn(later)
        .map(calls -> calls + "; between them another handler may call such methods, too");
  }

  /** One of these calls, and one of others which depends on it. */
  public Optional<String> dependentIn(StaticCalls later) {
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

  /**
   * A setting of these calls, such as the default locale, and a call of others that may use it. A
   * method of a library other than the JDK counts as one that sets nothing outside of the library.
   */
  public Optional<String> settingFor(StaticCalls others) {
    return calls.values().stream()
        .filter(this::isSetting)
        .flatMap(each ->
            others.dependent.values().stream()
                .filter(other -> isOfJdk(each.method) || isOfSameLibrary(each.method, other))
                .limit(1)
                .map(other ->
                    "%s may change what the whole program uses, and '%s' (%s) may depend on it"
                        .formatted(named(each), nameOf(other), program.place(other))))
        .findFirst();
  }

  /**
   * A call of a library and one of others that may find what the first one has left in the library,
   * or the other way round: nothing says which of both only asks.
   */
  public Optional<String> stateWith(StaticCalls others, LibraryState state) {
    return ofLibraries()
        .flatMap(one ->
            others
                .ofLibraries()
                .filter(other -> state.isShared(ownerOf(one), ownerOf(other)))
                .limit(1)
                .map(other ->
                    "'%s' (%s) may find what '%s' (%s) leaves in its library"
                        .formatted(
                            nameOf(one), program.place(one), nameOf(other), program.place(other))))
        .findFirst();
  }

  private Stream<TreePath> ofLibraries() {
    return dependent.values().stream()
        .filter(each ->
            program.element(each) instanceof ExecutableElement method
                && !isOfJdk(method)
                && isOfOther(method)
                && !Library.jdk().passes(method));
  }

  private TypeElement ownerOf(TreePath call) {
    return (TypeElement) program.element(call).getEnclosingElement();
  }

  private String nameOf(TreePath call) {
    return program.text(call).replaceAll("\\s+", " ");
  }

  private boolean isSetting(Call call) {
    return call.changes()
        && !call.isOutside()
        && !Library.jdk().ends(call.method)
        && (isOfJdk(call.method) || isOfOther(call.method) && onlyChanges(call));
  }

  private static boolean onlyChanges(Call call) {
    return call.method.getReturnType().getKind() == TypeKind.VOID || isStatement(call.path);
  }

  private boolean isOfJdk(ExecutableElement method) {
    return program.elements().getModuleOf(method).toString().startsWith(OF_JDK);
  }

  /** Whether a method is one of a library that is no toolkit, which keeps tasks for later. */
  private static boolean isOfOther(ExecutableElement method) {
    return !method.getEnclosingElement().toString().matches("(?:android|javafx)\\..*");
  }

  private boolean isOfSameLibrary(ExecutableElement method, TreePath other) {
    return program.element(other) instanceof ExecutableElement called
        && libraryOf(program, method).equals(libraryOf(program, called));
  }

  /** The first two names of a package, which the packages of one library have in common. */
  public static String libraryOf(Sources program, Element method) {
    String[] names = program.elements().getPackageOf(method).toString().split("\\.");
    return names[0] + "." + (names.length > 1 ? names[1] : "");
  }

  /**
   * Whether nothing uses what a call gives, or what is called on that, so that all it does is a
   * change: {@code Config.set("k", 1);} or {@code Registry.get("k").put(1);}.
   */
  private static boolean isStatement(TreePath call) {
    TreePath parent = call.getParentPath();
    return switch (parent.getLeaf()) {
      case ExpressionStatementTree t -> true;
      case LambdaExpressionTree t -> t.getBody() == call.getLeaf();
      case MemberSelectTree t -> isStatement(parent);
      case MethodInvocationTree t -> t.getMethodSelect() == call.getLeaf() && isStatement(parent);
      default -> false;
    };
  }

  /** Whether what a method does certainly depends on its object and its arguments alone. */
  private static boolean isIndependent(ExecutableElement method) {
    Library jdk = Library.jdk();
    return !jdk.asks(method)
        && (jdk.reads(method)
            || jdk.counts(method)
            || jdk.isQuiet("stores", method) && !jdk.passes(method)
            || jdk.isQuiet("quiet", method)
            || jdk.isInert(method));
  }

  /** A call of which nothing is known, not even that it does not end the program. */
  public Optional<String> unknown() {
    return calls.values().stream()
        .filter(each -> !each.isComplete())
        .findFirst()
        .map(each -> "it calls " + named(each) + ", which may rely on all that the handler does");
  }

  /** The reason why code with these calls must not run twice at the same time. */
  public Optional<String> problemOfTwoRuns() {
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
