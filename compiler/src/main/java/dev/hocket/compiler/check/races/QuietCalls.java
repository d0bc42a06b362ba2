package dev.hocket.compiler.check.races;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.hocket.compiler.check.suspension.Outline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.type.DeclaredType;

/**
 * Calls that surely do not wait for what another thread does: of the JDK's everyday classes, and of
 * the program's own methods that make only such calls and have no directives.
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

  /** Classes of these packages that wait for threads, run code on them, or run any code at all. */
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

  public QuietCalls(List<Outline> outlines) {
    this.outlines = outlines;
  }

  boolean isQuiet(ExecutableElement method) {
    Boolean quiet = known.get(method);
    if (quiet == null) {
      // A method that calls itself is as quiet as the rest of it.
      known.put(method, true);
      quiet =
          isEveryday(method) ? !method.getSimpleName().contentEquals("wait") : hasQuietCode(method);
      known.put(method, quiet);
    }
    return quiet;
  }

  /** Whether an expression is of one of the JDK's everyday types. */
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

  /** What javac adds to a class of the program has no code in the source, and is quiet. */
  private boolean hasQuietCode(ExecutableElement method) {
    Trees trees = outlines.getFirst().unit().trees();
    TreePath path = trees.getPath(method);
    if (path == null) {
      return trees.getPath(method.getEnclosingElement()) != null;
    }
    return ((MethodTree) path.getLeaf()).getBody() != null
        && !method.getModifiers().contains(Modifier.SYNCHRONIZED)
        && !hasDirectives(path)
        && !new PossibleWaits(trees, this).areIn(path);
  }

  private boolean hasDirectives(TreePath code) {
    return outlines.stream()
        .filter(outline -> outline.unit().tree() == code.getCompilationUnit())
        .anyMatch(outline -> outline.hasDirectiveIn(code.getLeaf()));
  }
}
