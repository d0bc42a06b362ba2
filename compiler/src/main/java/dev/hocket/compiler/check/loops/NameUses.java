package dev.hocket.compiler.check.loops;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

/** Finds the places in a part of a file that name a variable. */
final class NameUses {
  private NameUses() {}

  /** The places in a part of a file that read or assign a variable. */
  static List<TreePath> of(AttributedUnit unit, TreePath part, Element variable) {
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) == variable) {
          found.add(getCurrentPath());
        }
        return null;
      }
    }.scan(part, null);
    return found;
  }

  /** The places in a part of a file that assign a variable. */
  static List<TreePath> writing(AttributedUnit unit, TreePath part, Element variable) {
    return of(unit, part, variable).stream().filter(Writes::isWritten).toList();
  }
}
