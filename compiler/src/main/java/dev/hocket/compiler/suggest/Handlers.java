package dev.hocket.compiler.suggest;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Values;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;

/**
 * Distinguishes handlers of events from other code that a toolkit calls. A handler may return to
 * the toolkit before its work is done; a renderer, a model or a paint method may not.
 */
final class Handlers {
  /**
   * Listeners whose effect the toolkit needs when they return: they may veto the change, or fill a
   * component that is about to be shown.
   */
  private static final Set<String> ASKED =
      Set.of(
          "java.awt.dnd.DragGestureListener",
          "java.awt.dnd.DragSourceListener",
          "java.awt.dnd.DropTargetListener",
          "java.awt.event.AWTEventListener",
          "java.beans.VetoableChangeListener",
          "javax.swing.event.MenuListener",
          "javax.swing.event.PopupMenuListener",
          "javax.swing.event.TreeWillExpandListener");

  /** Methods of listeners after which the toolkit closes the window, and may end the program. */
  private static final Set<String> CLOSING = Set.of("windowClosing", "internalFrameClosing");

  private static final Set<String> WORKERS = Set.of("javax.swing.SwingWorker");

  /** Not those of a {@code Service}: one of these may start again afterwards. */
  private static final Set<String> TASKS_OF_FX = Set.of("javafx.concurrent.Task");

  /** Objects with methods of their own that run after their listeners. */
  private static final Set<String> ALL_WORKERS =
      Set.of("javafx.concurrent.Worker", "javax.swing.SwingWorker");

  private static final Set<String> ENDS = Set.of("cancelled", "failed", "succeeded");

  static final Set<String> TASK = Set.of("java.lang.Runnable");

  private static final String EVENT_HANDLER = "javafx.event.EventHandler";

  /**
   * The events of JavaFX after which nobody asks what the handler has done. Handlers of others may
   * veto a change, store an edit, or fill a menu that is about to be shown.
   */
  private static final Set<String> ANSWERED =
      Set.of(
          "javafx.concurrent.WorkerStateEvent",
          "javafx.event.ActionEvent",
          "javafx.scene.input.ContextMenuEvent",
          "javafx.scene.input.GestureEvent",
          "javafx.scene.input.KeyEvent",
          "javafx.scene.input.MouseEvent",
          "javafx.scene.input.TouchEvent");

  private final Program program;

  /** The functions that have been asked for, and whether they are handlers. */
  private final Map<Tree, Boolean> known = new HashMap<>();

  /** For each function, a call that may run it by an interface; null before the first query. */
  private Map<Tree, TreePath> calls;

  /** The functions that events call; null before the first query. */
  private Set<TreePath> ofEvents;

  /** The functions that the program posts; null before the first query. */
  private Set<TreePath> tasks;

  /** The functions that toolkits call; null before the first query. */
  private CalledBack calledBack;

  /** What handlers do that have been asked for. */
  private final Map<Tree, Side> sides = new HashMap<>();

  private final Map<Side, Side> ownCode = new IdentityHashMap<>();

  /** For each listener, the calls that may run it; null before the first query. */
  private Map<Tree, List<TreePath>> runs;

  Handlers(Program program) {
    this.program = program;
  }

  boolean isHandler(TreePath function) {
    Boolean is = known.get(function.getLeaf());
    if (is == null) {
      is = mayEndLater(function);
      known.put(function.getLeaf(), is);
    }
    return is;
  }

  private boolean mayEndLater(TreePath function) {
    if (function.getLeaf() instanceof LambdaExpressionTree) {
      return isHandlerOfType(program.trees().getTypeMirror(function), function);
    }
    if (!(program.element(function) instanceof ExecutableElement method)) {
      return false;
    }
    return implementsListener(method) || isDone(program, function) || isOnlyReferredTo(method);
  }

  /** Whether a function is what a worker does on the event thread at its end. */
  static boolean isDone(Program program, TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree method) || !method.getParameters().isEmpty()) {
      return false;
    }
    TypeMirror owner = program.element(function).getEnclosingElement().asType();
    return method.getName().contentEquals("done") && program.isA(owner, WORKERS)
        || ENDS.contains(method.getName().toString()) && program.isA(owner, TASKS_OF_FX);
  }

  /** The methods of a worker that run when a listener of it has returned. */
  static Set<TreePath> nextOf(Program program, TreePath listener) {
    Set<TreePath> found = new LinkedHashSet<>();
    program
        .listeners()
        .owners(listener)
        .filter(each -> program.isA(each, ALL_WORKERS))
        .forEach(each -> found.addAll(program.overrides().calledBack(each)));
    return found;
  }

  private boolean isHandlerOfType(TypeMirror type, TreePath function) {
    return isListener(type)
        || (program.isA(type, TASK) && new Posted(program).isOnlyPosted(function));
  }

  boolean isListener(TypeMirror type) {
    return program.isA(type, ToolkitMethods.LISTENERS)
        && !program.isA(type, ASKED)
        && eventsOf(type).allMatch(this::isAnswered);
  }

  /** The events that a handler of JavaFX gets. */
  private Stream<TypeMirror> eventsOf(TypeMirror type) {
    return Stream.concat(Stream.of(type), program.supertypes(type))
        .filter(each ->
            ((TypeElement) ((DeclaredType) each).asElement())
                .getQualifiedName()
                .contentEquals(EVENT_HANDLER))
        .map(each -> ((DeclaredType) each).getTypeArguments())
        .map(each -> each.isEmpty() ? null : each.getFirst());
  }

  private boolean isAnswered(TypeMirror event) {
    return event instanceof WildcardType wildcard
        ? wildcard.getSuperBound() != null && isAnswered(wildcard.getSuperBound())
        : event != null && program.isA(event, ANSWERED);
  }

  /** Whether events call objects of a type, which may wait for their end or not. */
  private boolean hears(TypeMirror type) {
    return program.isA(type, ToolkitMethods.LISTENERS);
  }

  private boolean implementsListener(ExecutableElement method) {
    return overridesListener(method)
        || isPostedTask(method, (TypeElement) method.getEnclosingElement());
  }

  private boolean isPostedTask(ExecutableElement method, TypeElement owner) {
    return method.getSimpleName().contentEquals("run")
        && method.getParameters().isEmpty()
        && program.isA(owner.asType(), TASK)
        && new Posted(program).areOnlyPosted(owner);
  }

  /** Whether a method is that of a listener; a class that inherits it may be the listener. */
  boolean overridesListener(ExecutableElement method) {
    return !CLOSING.contains(method.getSimpleName().toString())
        && overrides(method, this::isListener);
  }

  private boolean overrides(ExecutableElement method, Predicate<TypeMirror> kind) {
    return overridden(method, kind).findAny().isPresent();
  }

  /** The methods of listeners that a method implements. */
  Stream<ExecutableElement> heardBy(ExecutableElement method) {
    return overridden(method, this::hears);
  }

  private Stream<ExecutableElement> overridden(
      ExecutableElement method, Predicate<TypeMirror> kind) {
    return program
        .overrides()
        .ownersOf(method)
        .flatMap(owner ->
            program
                .supertypes(owner.asType())
                .filter(kind)
                .map(type -> (TypeElement) ((DeclaredType) type).asElement())
                .filter(type -> type.getKind().isInterface())
                .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
                .filter(declared -> program.elements().overrides(method, declared, owner)));
  }

  /** Whether events of the user or timers call a function, not only posted tasks. */
  boolean isOfEvents(TreePath function) {
    if (function.getLeaf() instanceof ExpressionTree) {
      return hears(program.trees().getTypeMirror(function));
    }
    return program.element(function) instanceof ExecutableElement method
        && (overrides(method, this::hears)
            || isDone(program, function)
            || program.index().referencesTo(method).stream()
                .anyMatch(path -> hears(program.trees().getTypeMirror(path))));
  }

  /** The functions that events of the user or timers call. */
  Set<TreePath> ofEvents() {
    if (ofEvents == null) {
      ofEvents = new LinkedHashSet<>();
      TreePathScanner<Void, Void> functions =
          new TreePathScanner<>() {
            @Override
            public Void visitMethod(MethodTree tree, Void unused) {
              take(tree.getBody() != null);
              return super.visitMethod(tree, unused);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
              take(true);
              return super.visitLambdaExpression(tree, unused);
            }

            private void take(boolean hasBody) {
              if (hasBody && isOfEvents(getCurrentPath())) {
                ofEvents.add(getCurrentPath());
              }
            }
          };
      program.units().forEach(unit -> functions.scan(new TreePath(unit), null));
    }
    return ofEvents;
  }

  /**
   * The functions that the program posts to the event thread, wherever it does so; not those that
   * make handlers, as a task does that opens the window.
   */
  Set<TreePath> tasks() {
    if (tasks == null) {
      tasks = new LinkedHashSet<>();
      program
          .index()
          .allCalls()
          .filter(call -> program.element(call) instanceof ExecutableElement m && Posted.isPost(m))
          .flatMap(
              call -> Calls.argumentsOf(call).stream().map(each -> new TreePath(call, (Tree) each)))
          .flatMap(each -> program.listeners().functionsOf(each).stream())
          .filter(each -> Values.hasBody(each) || each.getLeaf() instanceof LambdaExpressionTree)
          .filter(each -> {
            List<Reached> code = List.of(Reached.of(program, Sources.body(each)));
            return ofEvents().stream().noneMatch(made -> Posted.isMadeIn(program, code, made));
          })
          .forEach(tasks::add);
    }
    return tasks;
  }

  /** The functions of the program that a toolkit may call, apart from listeners. */
  CalledBack calledBack() {
    if (calledBack == null) {
      calledBack = new CalledBack(program);
    }
    return calledBack;
  }

  /** Whether a method is that of a worker, which runs it on a thread of its own or at its end. */
  static boolean isOfWorker(Program program, ExecutableElement method) {
    return program.isA(method.getEnclosingElement().asType(), ALL_WORKERS);
  }

  /** What a handler does, with the tasks that it posts. */
  Side sideOf(TreePath handler) {
    Side known = sides.get(handler.getLeaf());
    if (known == null) {
      known = new Side(program);
      known.add(handler, Sources.body(handler));
      addTasks(known);
      addTicks(known);
      known.leaveTimers();
      sides.put(handler.getLeaf(), known);
    }
    return known;
  }

  /** What the program's own components and models do in calls of toolkits that some code makes. */
  Side ownCodeOf(Side side) {
    return ownCode.computeIfAbsent(
        side,
        key -> {
          Side own = new Side(program);
          Set<Tree> added = new HashSet<>();
          for (TreePath call : side.calls((each, method) -> true)) {
            program
                .ownCode()
                .runBy(call, (ExecutableElement) program.element(call))
                .filter(each -> added.add(each.getLeaf()))
                .forEach(each -> own.add(each, Sources.body(each)));
          }
          return own;
        });
  }

  /** Adds what timers do, and the like, that a handler starts. */
  private void addTicks(Side side) {
    for (TreePath call : side.calls((each, method) -> !isOfView(each))) {
      program.listeners().causedBy(call, (ExecutableElement) program.element(call)).stream()
          .filter(each ->
              side.codes.stream().noneMatch(code -> code.function().getLeaf() == each.getLeaf()))
          .forEach(each -> side.add(each, Sources.body(each)));
    }
  }

  private boolean isOfView(TreePath call) {
    return program
        .owners()
        .ownerOf(call)
        .filter(each -> !program.isOfToolkit(each.type()))
        .isEmpty();
  }

  private void addTasks(Side side) {
    Set<Tree> added = new HashSet<>();
    boolean isNew = true;
    while (isNew) {
      isNew = false;
      for (TreePath task : Posted.givenIn(side.reached())) {
        if (added.add(task.getLeaf())) {
          isNew = true;
          side.add(task, Sources.body(task));
        }
      }
    }
  }

  /** Whether a handler asks one of some components for something. */
  boolean areAsked(Set<Element> components) {
    return ofEvents().stream()
        .anyMatch(each -> components.stream().anyMatch(sideOf(each).taken::containsKey));
  }

  /**
   * A call in the program that may run a function by an interface, not by its name. The code after
   * the call relies on what the function has done, so that must not wait.
   */
  Optional<TreePath> callOf(TreePath function) {
    if (calls == null) {
      calls = new HashMap<>();
      Map<ExecutableElement, TreePath> called = new LinkedHashMap<>();
      program
          .index()
          .allCalls()
          .forEach(call -> {
            if (program.element(call) instanceof ExecutableElement method
                && method.getModifiers().contains(Modifier.ABSTRACT)) {
              called.putIfAbsent(method, call);
            }
          });
      called.forEach((method, call) ->
          program
              .overrides()
              .of(method, null)
              .forEach(each -> calls.putIfAbsent(each.getLeaf(), call)));
      addCallsOfListeners();
    }
    boolean isPosted = program.isA(ownType(function), TASK);
    return isPosted ? Optional.empty() : Optional.ofNullable(calls.get(function.getLeaf()));
  }

  /** Calls such as {@code button.doClick()} run listeners, too. */
  private void addCallsOfListeners() {
    runs()
        .forEach((listener, all) ->
            all.stream()
                .filter(this::continues)
                .findFirst()
                .ifPresent(call -> calls.putIfAbsent(listener, call)));
  }

  /** The calls and method references of the program that may run a function as a listener. */
  List<TreePath> runsOf(TreePath function) {
    return runs().getOrDefault(function.getLeaf(), List.of());
  }

  private Map<Tree, List<TreePath>> runs() {
    if (runs == null) {
      runs = new LinkedHashMap<>();
      Stream.concat(program.index().allCalls(), program.index().allReferences())
          .forEach(call ->
              program
                  .listeners()
                  .runBy(call)
                  .forEach(each ->
                      runs.computeIfAbsent(each.getLeaf(), key -> new ArrayList<>()).add(call)));
    }
    return runs;
  }

  /** Whether code of the program may rely on what a call has done: a handler may end with it. */
  private boolean continues(TreePath call) {
    if (call.getLeaf() instanceof MemberReferenceTree) {
      return continuesAfter(call);
    }
    TreePath path = call;
    while (!(path.getParentPath().getLeaf() instanceof LambdaExpressionTree)
        && !(path.getParentPath().getLeaf() instanceof MethodTree)) {
      if (!isLastPart(path)) {
        return true;
      }
      path = path.getParentPath();
    }
    return continuesAfter(path.getParentPath());
  }

  /** Whether code of the program may rely on the end of a function: not on that of a task. */
  private boolean continuesAfter(TreePath function) {
    boolean isTask = program.isA(ownType(function), TASK) && !calls.containsKey(function.getLeaf());
    return !(isTask || isOfEvents(function) && isHandler(function));
  }

  private static boolean isLastPart(TreePath path) {
    return switch (path.getParentPath().getLeaf()) {
      case ExpressionStatementTree t -> true;
      case BlockTree t -> t.getStatements().getLast() == path.getLeaf();
      case IfTree t -> t.getCondition() != path.getLeaf();
      default -> false;
    };
  }

  /** The type of the object that has a function. */
  TypeMirror ownType(TreePath function) {
    return function.getLeaf() instanceof ExpressionTree
        ? program.trees().getTypeMirror(function)
        : program.element(function).getEnclosingElement().asType();
  }

  /** Whether the toolkit can reach a method only through method references that are handlers. */
  private boolean isOnlyReferredTo(ExecutableElement method) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    boolean overrides =
        program
            .supertypes(owner.asType())
            .map(type -> (TypeElement) ((DeclaredType) type).asElement())
            .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
            .anyMatch(declared -> program.elements().overrides(method, declared, owner));
    List<TreePath> references = program.index().referencesTo(method);
    return !overrides
        && !references.isEmpty()
        && references.stream()
            .allMatch(path -> isHandlerOfType(program.trees().getTypeMirror(path), path));
  }
}
