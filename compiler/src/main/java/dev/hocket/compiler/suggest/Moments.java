package dev.hocket.compiler.suggest;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reflection;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Values;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds code that is correct only on its thread or at its time, because it asks on which thread it
 * runs, uses a value of that thread, depends on what the toolkit dispatches just now, or runs while
 * its function holds a lock.
 */
final class Moments {
  private static final Set<String> QUESTIONS =
      Set.of(
          "java.awt.EventQueue.getCurrentEvent",
          "java.awt.EventQueue.getMostRecentEventTime",
          "java.awt.EventQueue.isDispatchThread",
          "java.lang.Thread.currentThread",
          "java.lang.Throwable.getStackTrace",
          "javafx.application.Platform.isFxApplicationThread",
          "javax.swing.SwingUtilities.isEventDispatchThread",
          "android.os.Looper.getMainLooper",
          "android.os.Looper.myLooper");

  /** Static methods of {@code Thread} that do the same on every thread. */
  private static final Set<String> OF_NO_THREAD =
      Set.of("ofPlatform", "ofVirtual", "onSpinWait", "sleep", "startVirtualThread", "yield");

  private static final Set<String> OF_THREADS =
      Set.of(
          "java.lang.InheritableThreadLocal",
          "java.lang.ScopedValue",
          "java.lang.StackWalker",
          "java.lang.ThreadLocal");

  private static final Set<String> LOCKS =
      Set.of("lock", "lockInterruptibly", "tryLock", "acquire", "tryAcquire");

  private static final Set<String> UNLOCKS = Set.of("unlock", "release");

  private static final String PACKAGE_OF_LOCKS = "java.util.concurrent";

  /** Types whose objects decide which code gets an event. */
  private static final Set<String> QUEUES =
      Set.of("java.awt.EventQueue", "java.awt.KeyboardFocusManager", "java.awt.SecondaryLoop");

  private static final Set<String> NUMBERS =
      Set.of("java.util.Random", "java.util.random.RandomGenerator");

  private static final Set<String> UNSEEDED =
      Set.of("java.security.SecureRandom", "java.util.concurrent.ThreadLocalRandom");

  private final Program program;

  Moments(Program program) {
    this.program = program;
  }

  Optional<String> problem(TreePath function, TreePath moved) {
    return question(moved)
        .or(() -> component(moved))
        .or(() -> reflection(List.of(Reached.of(program, moved))))
        .or(() -> lockAround(function, moved));
  }

  private Optional<String> question(TreePath moved) {
    String[] problem = {null};
    for (TreePath part : Reached.from(program, moved)) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
          if (program.element(getCurrentPath()) instanceof ExecutableElement method
              && (QUESTIONS.contains(method.getEnclosingElement() + "." + method.getSimpleName())
                  || isOfThread(method))
              && !onlyKeepsInterrupt(getCurrentPath())) {
            problem[0] =
                "it asks on which thread it runs (" + program.place(getCurrentPath()) + ")";
          }
          return super.visitMethodInvocation(tree, unused);
        }
      }.scan(part, null);
    }
    return Optional.ofNullable(problem[0]);
  }

  /** Whether code only says again that its thread was interrupted, as one does after a sleep. */
  private boolean onlyKeepsInterrupt(TreePath current) {
    TreePath select = current.getParentPath();
    TreePath path = select;
    while (path != null && !(path.getLeaf() instanceof CatchTree)) {
      path = path.getParentPath();
    }
    return path != null
        && select.getLeaf() instanceof MemberSelectTree member
        && member.getIdentifier().contentEquals("interrupt")
        && program
            .trees()
            .getTypeMirror(new TreePath(path, ((CatchTree) path.getLeaf()).getParameter()))
            .toString()
            .equals("java.lang.InterruptedException");
  }

  /**
   * Whether a method may tell something of the thread that runs it, as whether it was interrupted.
   */
  private static boolean isOfThread(ExecutableElement method) {
    String type = method.getEnclosingElement().toString().replaceFirst("<.*", "");
    String name = method.getSimpleName().toString();
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    return type.equals("java.lang.Thread")
        ? isStatic && !OF_NO_THREAD.contains(name)
        : OF_THREADS.contains(type) && !isStatic;
  }

  /** The compiler finds uses of components only in code that few calls name. */
  private Optional<String> component(TreePath moved) {
    Reached reached = Reached.of(program, moved);
    String[] problem = {null};
    for (TreePath part : reached.parts().stream().filter(reached::isBeyondRules).toList()) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
          considerCall();
          return super.visitMethodInvocation(tree, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
          considerCall();
          return super.visitMemberReference(tree, unused);
        }

        private void considerCall() {
          if (program.element(getCurrentPath()) instanceof ExecutableElement method
              && method.getKind() == ElementKind.METHOD
              && program.path(method) == null
              && program.toolkit().isForEventThread(method, null)) {
            say("call '%s'".formatted(program.nameOf(getCurrentPath())));
          }
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void unused) {
          if (program.toolkit().isMadeThere(program.trees().getTypeMirror(getCurrentPath()))) {
            say("make a '%s'".formatted(tree.getIdentifier()));
          }
          return super.visitNewClass(tree, unused);
        }

        private void say(String what) {
          problem[0] =
              "it may %s (%s), which belongs to the event thread"
                  .formatted(what, program.place(getCurrentPath()));
        }
      }.scan(part, null);
    }
    return Optional.ofNullable(problem[0]);
  }

  /** Looks for reflection, which runs code that nothing in the program names. */
  Optional<String> reflection(List<Reached> codes) {
    return first(codes, (call, method) -> Reflection.mayRun(method))
        .map(call ->
            "it calls '%s' (%s), which may run any code of the program"
                .formatted(program.nameOf(call), program.place(call)))
        .or(() -> withoutCode(codes));
  }

  /** Looks for native methods, and for abstract ones that no source implements. */
  private Optional<String> withoutCode(List<Reached> codes) {
    return codes.stream()
        .flatMap(code -> code.parts().stream().flatMap(part -> code.deeds(part).calls().stream()))
        .filter(call ->
            program.element(call) instanceof ExecutableElement method
                && program.path(method) instanceof TreePath declared
                && declared.getLeaf() instanceof MethodTree tree
                && tree.getBody() == null
                && program.overrides().of(method, null).noneMatch(Moments::hasCode))
        .findFirst()
        .map(call ->
            "it calls '%s' (%s), whose code is not there"
                .formatted(program.nameOf(call), program.place(call)));
  }

  private static boolean hasCode(TreePath function) {
    return !(function.getLeaf() instanceof MethodTree) || Values.hasBody(function);
  }

  /** The event thread must not keep a lock while other handlers run, and the worker may need it. */
  Optional<String> lockAround(TreePath function, TreePath code) {
    int start = program.start(code);
    int[] held = {0};
    String[] place = {""};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        boolean before = program.end(getCurrentPath()) <= start;
        if (before && program.element(getCurrentPath()) instanceof ExecutableElement method) {
          boolean ofLocks = method.getEnclosingElement().toString().startsWith(PACKAGE_OF_LOCKS);
          String name = method.getSimpleName().toString();
          if (ofLocks && LOCKS.contains(name)) {
            held[0]++;
            place[0] = program.place(getCurrentPath());
          } else if (ofLocks && UNLOCKS.contains(name)) {
            held[0]--;
          }
        }
        return super.visitMethodInvocation(tree, unused);
      }
    }.scan(Sources.body(function), null);
    return held[0] > 0 ? Optional.of("a lock is held (" + place[0] + ")") : Optional.empty();
  }

  /** The reason why other events must not be dispatched while a handler with some code runs. */
  Optional<String> problemOfQueue(List<Reached> codes) {
    return first(codes, this::isOfQueue)
        .map(call ->
            "the handler uses '"
                + program.nameOf(call)
                + "' ("
                + program.place(call)
                + "), on which it depends how the events during the wait are dispatched");
  }

  /** The reason why some code must not run when other events have been dispatched. */
  Optional<String> problemOfMoment(List<Reached> later) {
    return first(later, this::isOfMoment)
        .map(call ->
            "after the wait, it would ask '"
                + program.nameOf(call)
                + "' ("
                + program.place(call)
                + "), when other events have been dispatched; ask before it, and keep the answer in"
                + " a local variable");
  }

  /**
   * The reason why some code must not take random numbers at another time, or while other code
   * takes some: a seed promises that the numbers are the same in each run of the program.
   */
  Optional<String> problemOfNumbers(
      List<Reached> before, List<Reached> inside, List<Reached> after) {
    List<TreePath> own =
        Stream.of(before, inside, after)
            .flatMap(List::stream)
            .flatMap(each -> each.parts().stream())
            .toList();
    return first(inside, (call, method) -> takesNumber(call, method) && isUsedBesides(call, own))
        .or(() -> first(before, this::takesNumber).flatMap(call -> first(after, this::takesNumber)))
        .map(call ->
            "it takes numbers of a sequence that may have a seed ("
                + program.place(call)
                + "), and other code may take some between; make it without a seed, or take them all"
                + " before the wait");
  }

  /** A call that takes a number of a sequence from which other code takes some, too. */
  Optional<TreePath> numberOfBoth(List<Reached> own, List<Reached> others) {
    return first(
        own,
        (call, method) ->
            takesNumber(call, method)
                && first(
                        others,
                        (other, its) -> takesNumber(other, its) && mayBeSameObject(call, other))
                    .isPresent());
  }

  private boolean mayBeSameObject(TreePath call, TreePath other) {
    Set<Element> first = variablesOf(call);
    Set<Element> second = variablesOf(other);
    return first.isEmpty()
        || second.isEmpty()
        || program.aliases().of(first).stream().anyMatch(second::contains);
  }

  private Set<Element> variablesOf(TreePath call) {
    return Calls.objectOf(call).map(program.aliases()::variablesOf).orElse(Set.of());
  }

  private boolean takesNumber(TreePath call, ExecutableElement method) {
    return !method.getModifiers().contains(Modifier.STATIC)
        && program.isA(method.getEnclosingElement().asType(), NUMBERS)
        && !Calls.objectOf(call).filter(this::isOwnOrUnseeded).isPresent();
  }

  /** Whether other code than a handler's own uses the object of a call. */
  private boolean isUsedBesides(TreePath call, List<TreePath> own) {
    Element source = Calls.objectOf(call).map(program::element).orElse(null);
    return !(source instanceof VariableElement)
        || program.aliases().of(Set.of(source)).stream()
            .flatMap(each -> program.index().namesOf(each).stream())
            .anyMatch(name -> own.stream().noneMatch(part -> Sources.isInside(name, part)));
  }

  /** Whether a source of numbers is this run's own, or has certainly no seed. */
  private boolean isOwnOrUnseeded(TreePath source) {
    TypeMirror type = program.trees().getTypeMirror(source);
    Element variable = program.element(source);
    if (program.isA(type, UNSEEDED) || isMadeWithoutSeed(source)) {
      return true;
    }
    if (!(variable instanceof VariableElement)) {
      return false;
    }
    return isOfRun(variable)
        || valuesOf(variable).allMatch(this::isMadeWithoutSeed) && !isSeededLater();
  }

  /** Whether only variables of one run have the object, which no other function uses. */
  private boolean isOfRun(Element variable) {
    return program.aliases().of(Set.of(variable)).stream()
        .allMatch(each ->
            (each.getKind() == ElementKind.LOCAL_VARIABLE
                    || each.getKind() == ElementKind.PARAMETER)
                && program.path(each) instanceof TreePath declared
                && program.index().namesOf(each).stream()
                    .allMatch(name ->
                        leafOf(Following.functionAround(name))
                            == leafOf(Following.functionAround(declared))));
  }

  private static Tree leafOf(TreePath path) {
    return path == null ? null : path.getLeaf();
  }

  /** The values of a variable; a variable without one is a value itself. */
  private Stream<TreePath> valuesOf(Element variable) {
    TreePath declared = program.path(variable);
    if (declared == null) {
      return program.index().namesOf(variable).stream();
    }
    Tree first = declared.getLeaf() instanceof VariableTree tree ? tree.getInitializer() : null;
    List<TreePath> assigned = program.index().assignedTo(variable);
    return first == null && assigned.isEmpty()
        ? Stream.of(declared)
        : Stream.concat(
            Stream.ofNullable(first).map(value -> new TreePath(declared, value)),
            assigned.stream());
  }

  private boolean isSeededLater() {
    return program
        .index()
        .allCalls()
        .anyMatch(call -> program.element(call).getSimpleName().contentEquals("setSeed"));
  }

  private boolean isMadeWithoutSeed(TreePath value) {
    return value.getLeaf() instanceof NewClassTree made
        && made.getArguments().isEmpty()
        && made.getClassBody() == null
        && program.path(program.element(value)) == null;
  }

  private interface Kind {
    boolean is(TreePath call, ExecutableElement method);
  }

  private Optional<TreePath> first(List<Reached> codes, Kind kind) {
    TreePath[] found = {null};
    Reached.Walk walk =
        new Reached.Walk() {
          @Override
          public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            consider();
            return null;
          }

          @Override
          public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
            consider();
            return null;
          }

          private void consider() {
            if (found[0] == null
                && program.element(getCurrentPath()) instanceof ExecutableElement method
                && program.path(method) == null
                && kind.is(getCurrentPath(), method)) {
              found[0] = getCurrentPath();
            }
          }
        };
    codes.forEach(walk::walk);
    return Optional.ofNullable(found[0]);
  }

  private boolean isOfQueue(TreePath call, ExecutableElement method) {
    return !method.getModifiers().contains(Modifier.STATIC)
        && program.isA(method.getEnclosingElement().asType(), QUEUES);
  }

  /**
   * Whether a call tells what the toolkit does just now: which component has the focus, or a static
   * method of AWT or Swing that is not known to tell something else.
   */
  private boolean isOfMoment(TreePath call, ExecutableElement method) {
    if (method.getReturnType().getKind() == TypeKind.VOID) {
      return false;
    }
    String type = method.getEnclosingElement().toString();
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    boolean isOfToolkit = type.startsWith("java.awt.") || type.startsWith("javax.swing.");
    return isStatic
        ? isOfToolkit && !Library.jdk().isInert(method) && !Library.jdk().asks(method)
        : isOfFocus(method) && isView(call);
  }

  private static boolean isOfFocus(ExecutableElement method) {
    return method.getSimpleName().toString().contains("Focus")
        && method.getParameters().isEmpty()
        && !method.getSimpleName().toString().startsWith("request");
  }

  private boolean isView(TreePath call) {
    TypeMirror type =
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .orElseGet(() -> program.element(call).getEnclosingElement().asType());
    return type instanceof DeclaredType && program.isOfToolkit(type);
  }
}
