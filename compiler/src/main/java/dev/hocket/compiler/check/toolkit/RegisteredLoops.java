package dev.hocket.compiler.check.toolkit;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Constants;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;

/** The targets that a program registers as event loops: {@code Targets.register("game")}. */
final class RegisteredLoops {
  private static final String TARGETS = "dev.hocket.core.Targets";

  private final Set<String> names = new HashSet<>();
  private boolean anyName;

  void addAllIn(AttributedUnit unit) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        Element method = unit.trees().getElement(getCurrentPath());
        if (method != null
            && method.getSimpleName().contentEquals("register")
            && method.getEnclosingElement().toString().equals(TARGETS)) {
          Object name = new Constants(unit).value(tree.getArguments().getFirst());
          anyName |= name == null;
          names.add(String.valueOf(name));
        }
        return super.visitMethodInvocation(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  /**
   * Whether a target may be an event loop. If the program computes a registered name, any target
   * may be one.
   */
  boolean mayBe(String target) {
    return names.contains(target) || anyName;
  }
}
