package dev.hocket.compiler.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Constants;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Collects the tags that a program passes to the library by name: {@code Targets.cancel("tag")}.
 */
final class CancelledTags {
  /** The methods that take the name of a tag, by class. */
  private static final Map<String, String> METHODS =
      Map.of("dev.hocket.core.Targets", "cancel", "dev.hocket.core.Tag", "of");

  private final Set<String> names = new HashSet<>();

  /** Whether the program computes a name, which could be any tag. */
  private boolean any;

  CancelledTags(List<AttributedUnit> units) {
    units.forEach(this::add);
  }

  boolean contains(String tag) {
    return any || names.contains(tag);
  }

  private void add(AttributedUnit unit) {
    Constants constants = new Constants(unit);
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (takesTag(unit, getCurrentPath())) {
          add(tree.getArguments().getFirst(), constants);
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        any |= takesTag(unit, getCurrentPath());
        return super.visitMemberReference(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  private static boolean takesTag(AttributedUnit unit, TreePath call) {
    return unit.trees().getElement(call) instanceof ExecutableElement method
        && method.getEnclosingElement() instanceof TypeElement owner
        && method
            .getSimpleName()
            .contentEquals(METHODS.getOrDefault(owner.getQualifiedName().toString(), ""));
  }

  private void add(ExpressionTree argument, Constants constants) {
    if (constants.value(argument) instanceof String name) {
      names.add(name);
    } else {
      any = true;
    }
  }
}
