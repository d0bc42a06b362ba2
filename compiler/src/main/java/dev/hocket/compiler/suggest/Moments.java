package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds code that is correct only on its thread or at its time, because it asks on which thread it
 * runs, uses a value of that thread, or runs while its function holds a lock.
 */
final class Moments {
  private static final Set<String> QUESTIONS =
      Set.of(
          "java.awt.EventQueue.getCurrentEvent",
          "java.awt.EventQueue.getMostRecentEventTime",
          "java.awt.EventQueue.isDispatchThread",
          "java.lang.InheritableThreadLocal.get",
          "java.lang.ScopedValue.get",
          "java.lang.Thread.currentThread",
          "java.lang.ThreadLocal.get",
          "java.lang.ThreadLocal.remove",
          "java.lang.ThreadLocal.set",
          "javafx.application.Platform.isFxApplicationThread",
          "javax.swing.SwingUtilities.isEventDispatchThread",
          "android.os.Looper.getMainLooper",
          "android.os.Looper.myLooper");

  private static final Set<String> LOCKS =
      Set.of("lock", "lockInterruptibly", "tryLock", "acquire", "tryAcquire");

  private static final Set<String> UNLOCKS = Set.of("unlock", "release");

  private static final String PACKAGE_OF_LOCKS = "java.util.concurrent";

  private final Program program;

  Moments(Program program) {
    this.program = program;
  }

  Optional<String> problem(TreePath function, TreePath moved) {
    return question(moved).or(() -> component(moved)).or(() -> lockAround(function, moved));
  }

  private Optional<String> question(TreePath moved) {
    String[] problem = {null};
    for (TreePath part : Reached.from(program, moved)) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
          if (program.element(getCurrentPath()) instanceof ExecutableElement method
              && QUESTIONS.contains(method.getEnclosingElement() + "." + method.getSimpleName())) {
            problem[0] =
                "it asks on which thread it runs (" + program.place(getCurrentPath()) + ")";
          }
          return super.visitMethodInvocation(tree, unused);
        }
      }.scan(part, null);
    }
    return Optional.ofNullable(problem[0]);
  }

  /** The compiler finds uses of components only in code that calls name. */
  private Optional<String> component(TreePath moved) {
    Reached reached = Reached.of(program, moved);
    String[] problem = {null};
    for (TreePath part : reached.parts().stream().filter(reached::isUnnamed).toList()) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
          if (program.element(getCurrentPath()) instanceof ExecutableElement method
              && program.path(method) == null
              && program.toolkit().isForEventThread(method, null)) {
            problem[0] =
                "it may call '"
                    + method.getEnclosingElement().getSimpleName()
                    + "."
                    + method.getSimpleName()
                    + "' ("
                    + program.place(getCurrentPath())
                    + "), which belongs to the event thread";
          }
          return super.visitMethodInvocation(tree, unused);
        }
      }.scan(part, null);
    }
    return Optional.ofNullable(problem[0]);
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
    }.scan(Program.body(function), null);
    return held[0] > 0 ? Optional.of("a lock is held (" + place[0] + ")") : Optional.empty();
  }
}
