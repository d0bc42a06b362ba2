package dev.hocket.compiler.check.races;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.hocket.compiler.check.suspension.Outline;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.type.DeclaredType;

/**
 * Recognises quiet calls, which certainly do not wait for another thread: calls of the JDK's
 * everyday classes, and of methods of the program that make only quiet calls and contain no
 * directives.
 */
public final class QuietCalls {
  private static final Set<String> PACKAGES =
      Set.of(
          "java.awt",
          "java.io",
          "java.lang",
          "java.math",
          "java.text",
          "java.time",
          "java.util",
          "java.util.regex",
          "java.util.stream",
          "javax.swing");

  /** Classes of these packages that may wait for threads or run arbitrary code. */
  private static final Set<String> OTHERS =
      Set.of(
          "java.awt.EventQueue",
          "java.awt.SecondaryLoop",
          "java.io.PipedInputStream",
          "java.io.PipedReader",
          "java.lang.AutoCloseable",
          "java.lang.Process",
          "java.lang.Runnable",
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.util.Timer",
          "javax.swing.SwingUtilities",
          "javax.swing.SwingWorker",
          "javax.swing.Timer");

  private final List<Outline> outlines;
  private final Map<ExecutableElement, Boolean> known = new HashMap<>();

  /** The methods under examination, assumed to be quiet until the search finds one that is not. */
  private final Set<ExecutableElement> assumed = new HashSet<>();

  public QuietCalls(List<Outline> outlines) {
    this.outlines = outlines;
  }

  boolean isQuiet(ExecutableElement method) {
    if (known.containsKey(method)) {
      return known.get(method);
    }
    boolean outermost = assumed.isEmpty();
    if (!assumed.add(method)) {
      return true;
    }
    boolean quiet =
        isEveryday(method) ? !method.getSimpleName().contentEquals("wait") : hasQuietCode(method);
    if (!quiet) {
      known.put(method, false);
    }
    if (outermost) {
      if (quiet) {
        assumed.forEach(each -> known.put(each, true));
      }
      assumed.clear();
    }
    return quiet;
  }

  /** Whether an expression's type is one of the JDK's everyday types. */
  boolean isEveryday(Trees trees, TreePath expression) {
    return trees.getTypeMirror(expression) instanceof DeclaredType type
        && isEveryday(type.asElement());
  }

  private static boolean isEveryday(Element member) {
    Element top = member;
    while (!(top.getEnclosingElement() instanceof PackageElement)) {
      top = top.getEnclosingElement();
    }
    String around = ((PackageElement) top.getEnclosingElement()).getQualifiedName().toString();
    return PACKAGES.contains(around) && !OTHERS.contains(top.toString());
  }

  /**
   * Whether a method's code is quiet. A member that javac adds has no code in the source, and is
   * quiet.
   */
  private boolean hasQuietCode(ExecutableElement method) {
    Trees trees = outlines.getFirst().unit().trees();
    TreePath path = trees.getPath(method);
    if (path == null) {
      return trees.getPath(method.getEnclosingElement()) != null;
    }
    return ((MethodTree) path.getLeaf()).getBody() != null
        && !method.getModifiers().contains(Modifier.SYNCHRONIZED)
        && isQuietCode(path);
  }

  /** Whether a function certainly waits for nothing, whenever it is called. */
  boolean isQuietCode(TreePath function) {
    return !hasDirectives(function)
        && !new PossibleWaits(outlines.getFirst().unit().trees(), this).areIn(function);
  }

  private boolean hasDirectives(TreePath code) {
    return outlines.stream()
        .filter(outline -> outline.unit().tree() == code.getCompilationUnit())
        .anyMatch(outline -> outline.hasDirectiveIn(code.getLeaf()));
  }
}
