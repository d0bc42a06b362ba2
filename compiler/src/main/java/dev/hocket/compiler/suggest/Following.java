package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.toolkit.Initialisers;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Finds the code that runs after some calls: in their functions, in those that call these, and so
 * on. A function that is an object may run, and be waited for, as soon as it is made. In {@code
 * SwingUtilities.invokeAndWait(() -> button.doClick()); print(status);} the last call follows
 * {@code doClick}. Not so if the program only posts the object, or adds it as a listener.
 */
final class Following {
  private static final Set<String> TASKS = Set.of("java.lang.Runnable");

  private final Program program;
  private final List<TreePath> code = new ArrayList<>();
  private final List<TreePath> earlier = new ArrayList<>();
  private final List<TreePath> posts = new ArrayList<>();
  private final Set<Tree> known = new HashSet<>();
  private final List<TreePath> ofClasses = new ArrayList<>();

  private Following(Program program) {
    this.program = program;
  }

  /** What follows some calls. */
  static Following calls(Program program, List<TreePath> calls) {
    Following following = new Following(program);
    calls.forEach(following::addAfter);
    return following;
  }

  /** What follows the calls that run a handler. */
  static Following runs(Program program, TreePath handler) {
    Following following = new Following(program);
    following.addAfterRuns(handler);
    return following;
  }

  List<TreePath> code() {
    return code;
  }

  /** The code before the calls, in the same functions. */
  List<TreePath> earlier() {
    return earlier;
  }

  /** The calls that post the tasks at whose end one of the calls is. */
  List<TreePath> posts() {
    return posts;
  }

  /** The calls in initialisers of classes that are followed; what comes next is not known. */
  List<TreePath> ofClasses() {
    return ofClasses;
  }

  /** Whether more code may follow than is known. */
  boolean isUnknown() {
    return !ofClasses.isEmpty();
  }

  /** The function that some code is in; null if it is in none. */
  static TreePath functionAround(TreePath code) {
    TreePath path = code.getParentPath();
    while (path != null
        && !(path.getLeaf() instanceof MethodTree)
        && !(path.getLeaf() instanceof LambdaExpressionTree)) {
      path = path.getParentPath();
    }
    return path;
  }

  private void addAfter(TreePath call) {
    TreePath function = functionAround(call);
    if (function == null) {
      addAfterInitialiser(call);
    } else if (known.add(call.getLeaf())) {
      SplitCode split =
          new SplitCode(program, new BothSides.Wait(function, List.of(call), call, false));
      code.addAll(split.after());
      earlier.addAll(split.before());
      boolean runsOnce = function.getLeaf() instanceof MethodTree || isTask(function);
      if (split.isInLoop || !runsOnce) {
        code.addAll(runsOnce ? List.of(call) : List.of(Sources.body(function)));
      }
      callersOf(function).forEach(this::addAfter);
      addNextListeners(function);
      addAfterRuns(function);
      addAfterMaking(function);
    }
  }

  /**
   * Adds what follows a call in an initialiser of an object: the other ones, the constructors, and
   * the code that makes the object. Java initialises classes at an unknown time.
   */
  private void addAfterInitialiser(TreePath call) {
    TreePath member = call;
    while (!(member.getParentPath().getLeaf() instanceof ClassTree)) {
      member = member.getParentPath();
    }
    TreePath type = member.getParentPath();
    List<TreePath> constructors =
        ((ClassTree) type.getLeaf())
            .getMembers().stream()
                .filter(each -> each instanceof MethodTree made && made.getReturnType() == null)
                .map(each -> new TreePath(type, each))
                .toList();
    List<TreePath> initialisers =
        constructors.stream().flatMap(each -> Initialisers.ofObject(each).stream()).toList();
    List<Tree> trees = initialisers.stream().map(TreePath::getLeaf).toList();
    int index = trees.indexOf(member.getLeaf());
    if (index < 0) {
      ofClasses.add(call);
    } else if (known.add(call.getLeaf())) {
      earlier.addAll(initialisers.subList(0, index));
      code.addAll(initialisers.subList(index, initialisers.size()));
      constructors.forEach(each -> code.add(Sources.body(each)));
      addAfterObjectsOf((TypeElement) program.element(type));
    }
  }

  /** Adds the other listeners of the same object, which the toolkit may call next. */
  private void addNextListeners(TreePath function) {
    program.listeners().besides(function).stream()
        .filter(each -> each.getLeaf() != function.getLeaf())
        .forEach(each -> code.add(Sources.body(each)));
  }

  /** Whether a lambda is a task or a handler, which a library does not call in a loop. */
  private boolean isTask(TreePath lambda) {
    return program.handlers().isOfEvents(lambda)
        || program.isA(program.trees().getTypeMirror(lambda), TASKS);
  }

  /** The calls of the program that may run a function by its name, or by an interface. */
  private List<TreePath> callersOf(TreePath function) {
    return program.index().allCalls().filter(call -> mayRun(call, function)).toList();
  }

  private boolean mayRun(TreePath call, TreePath function) {
    return program.element(call) instanceof ExecutableElement called
        && (!(function.getLeaf() instanceof MethodTree method)
            || called.getSimpleName().equals(method.getName()))
        && program
            .overrides()
            .of(called, null)
            .anyMatch(each -> each.getLeaf() == function.getLeaf());
  }

  /** Adds what follows the calls that run a function as a listener. */
  private void addAfterRuns(TreePath listener) {
    for (TreePath run : program.handlers().runsOf(listener)) {
      if (run.getLeaf() instanceof MemberReferenceTree) {
        callersOf(run).forEach(this::addAfter);
        addAfterObject(run);
      } else {
        addAfter(run);
      }
    }
  }

  /** Adds what follows when the program has made an object with a function. */
  private void addAfterMaking(TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree)) {
      addAfterObject(function);
    } else if (program.element(function) instanceof ExecutableElement method) {
      program.index().referencesTo(method).forEach(this::addAfterObject);
      if (program.overrides().overridesLibrary(method)
          && !program.handlers().overridesListener(method)) {
        program.overrides().ownersOf(method).forEach(this::addAfterObjectsOf);
      }
    }
  }

  private void addAfterObjectsOf(TypeElement type) {
    program
        .index()
        .allCalls()
        .filter(call -> call.getLeaf() instanceof NewClassTree)
        .filter(call -> Posted.isBelow(program, Posted.madeBy(program, call), type))
        .forEach(this::addAfterObject);
  }

  private void addAfterObject(TreePath made) {
    boolean isListener =
        !(made.getLeaf() instanceof NewClassTree)
            && program.handlers().isListener(program.trees().getTypeMirror(made));
    if (!isListener) {
      List<TreePath> found = new ArrayList<>();
      if (new Posted(program, found).isOnlyPosted(made)) {
        posts.addAll(found);
      } else {
        addAfter(made);
      }
    }
  }
}
