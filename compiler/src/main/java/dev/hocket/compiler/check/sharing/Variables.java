package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.Writes;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;

/**
 * Every local variable of a file, where it is used, and which must be boxed.
 *
 * <p>A block becomes a lambda, and a lambda captures only what is never assigned again. So a
 * variable that a block shares with the code around it stays as it is if nobody assigns it after
 * its declaration, and becomes a box otherwise.
 */
public final class Variables {
  private final AttributedUnit unit;
  private final Regions regions;
  private final Map<VariableElement, Local> declared = new LinkedHashMap<>();
  private final Map<Copy, Local> copies = new LinkedHashMap<>();
  private final Scopes scopes;

  private record Copy(VariableElement element, Region block) {}

  public Variables(AttributedUnit unit, Regions regions, Problems problems) {
    this.unit = unit;
    this.regions = regions;
    findDeclarations();
    this.scopes = new Scopes(unit, declared.values());
    findUses();
    for (Region block : regions.all()) {
      findUsesInClauses(block, problems);
    }
    declared.values().forEach(this::boxIfNeeded);
    copies.values().forEach(this::boxIfNeeded);
    declared.values().forEach(this::boxWithSiblings);
  }

  /** The variables the user declared. */
  public Collection<Local> declared() {
    return declared.values();
  }

  /** A block's own copies, in the order of its clauses. */
  public List<Local> copiesOf(Region block) {
    return copies.values().stream().filter(local -> local.owner().equals(block)).toList();
  }

  /** All variables. */
  public List<Local> all() {
    List<Local> all = new ArrayList<>(declared.values());
    all.addAll(copies.values());
    return all;
  }

  /** What a variable of the user means inside a block (null: outside all blocks). */
  public Local resolve(VariableElement element, Region inside) {
    for (Region block = inside; block != null; block = block.outer()) {
      Local copy = copies.get(new Copy(element, block));
      if (copy != null) {
        return copy;
      }
    }
    return declared.get(element);
  }

  Scopes scopes() {
    return scopes;
  }

  /** The user's variables that are assigned after their declaration. */
  public Set<Element> reassigned() {
    Set<Element> elements = new HashSet<>();
    all().stream().filter(Local::isWritten).forEach(local -> elements.add(local.element()));
    return elements;
  }

  private static boolean isLocal(Element element) {
    return element instanceof VariableElement
        && switch (element.getKind()) {
          case LOCAL_VARIABLE,
              PARAMETER,
              RESOURCE_VARIABLE,
              EXCEPTION_PARAMETER,
              BINDING_VARIABLE ->
              true;
          default -> false;
        };
  }

  private void findDeclarations() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree tree, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) instanceof VariableElement element
            && isLocal(element)) {
          Region owner = regions.at(unit.start(tree));
          declared.put(element, new Local(element, getCurrentPath(), owner, null));
        }
        return super.visitVariable(tree, unused);
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  private void findUses() {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        if (unit.trees().getElement(getCurrentPath()) instanceof VariableElement element
            && declared.containsKey(element)
            && unit.end(tree) >= 0) {
          int offset = unit.start(tree);
          TreePath path = getCurrentPath();
          addUse(
              element,
              new Use(
                  offset, Writes.isRead(path), Writes.isWritten(path), regions.at(offset), path));
        }
        return null;
      }
    }.scan(new TreePath(unit.tree()), null);
  }

  private void addUse(VariableElement element, Use use) {
    makeCopies(element, use.block());
    resolve(element, use.block()).uses().add(use);
  }

  /** Gives each block around a use the copy that its clauses ask for. */
  private void makeCopies(VariableElement element, Region inside) {
    Region owner = declared.get(element).owner();
    for (Region b = inside; b != null && !b.equals(owner); b = b.outer()) {
      Region block = b;
      block
          .directive()
          .sharing(element.getSimpleName().toString())
          .filter(kind -> kind != ClauseKind.SHARED)
          .ifPresent(kind ->
              copies.computeIfAbsent(
                  new Copy(element, block),
                  key -> new Local(element, declared.get(element).declaration(), block, kind)));
    }
  }

  private void findUsesInClauses(Region block, Problems problems) {
    for (Clause clause : block.directive().clauses()) {
      if (clause.expression() != null) {
        findUsesInExpression(block, clause, problems);
      } else if (clause.kind() == ClauseKind.FIRSTPRIVATE) {
        clause.names().forEach(name -> use(block, name.text(), name.offset(), false));
      }
    }
  }

  private void findUsesInExpression(Region block, Clause clause, Problems problems) {
    int start = clause.expression().offset();
    ClauseExpression expression = ClauseExpression.parse(clause.expression().text());
    expression
        .error()
        .ifPresent(error ->
            problems.report(
                Message.HK018,
                unit.source(),
                start + error.offset(),
                "clause",
                clause.kind().word(),
                "javac",
                error.message(),
                "type",
                clause.kind().type()));
    for (ClauseExpression.NameUse name : expression.names()) {
      use(block, name.name(), start + name.offset(), name.written());
    }
  }

  /** A clause is read where the directive stands: outside its own block. */
  private void use(Region block, String name, int offset, boolean written) {
    scopes
        .local(name, block)
        .ifPresent(
            local -> addUse(local.element(), new Use(offset, true, written, block.outer(), null)));
  }

  private void boxIfNeeded(Local local) {
    if (local.isWritten() && local.uses().stream().anyMatch(use -> isCaptured(local, use))) {
      local.box();
    }
  }

  /** The head of a for loop holds one declaration, so its variables are boxed all or none. */
  private void boxWithSiblings(Local local) {
    if (local.isBoxed()
        && local.declaration().getParentPath().getLeaf() instanceof ForLoopTree loop) {
      declared.values().stream()
          .filter(other -> loop.getInitializer().contains(other.tree()))
          .forEach(Local::box);
    }
  }

  private static boolean isCaptured(Local local, Use use) {
    boolean elsewhere =
        use.block() == null ? local.owner() != null : !use.block().equals(local.owner());
    // A copy is initialised, so what the user's own lambdas capture may look assigned twice.
    return elsewhere || (local.copy() != null && isInFunction(use, local.owner()));
  }

  private static boolean isInFunction(Use use, Region block) {
    for (TreePath path = use.path();
        path != null && path.getLeaf() != block.statement();
        path = path.getParentPath()) {
      if (path.getLeaf() instanceof LambdaExpressionTree || path.getLeaf() instanceof ClassTree) {
        return true;
      }
    }
    return false;
  }
}
