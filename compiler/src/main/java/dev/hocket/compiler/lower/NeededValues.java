package dev.hocket.compiler.lower;

import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.check.sharing.Use;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Name;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;

/**
 * Lets javac check that the variables which clauses read have a value on every path. In the
 * translation a boxed variable always has a value, so javac checks the user's text again, with a
 * read of each such variable before the statement: <code>{ if (x == x) {} STATEMENT }</code>.
 */
final class NeededValues {
  private final CheckedUnit checked;
  private final Edits edits = new Edits();

  /** The places in clauses of the boxed variables that are declared without a value. */
  private final Set<Integer> mayLackValue;

  private boolean needed;

  private NeededValues(CheckedUnit checked) {
    this.checked = checked;
    this.mayLackValue =
        checked.variables().declared().stream()
            .filter(local -> local.isBoxed() && lacksInitializer(local))
            .flatMap(local -> local.uses().stream())
            .filter(Use::inClause)
            .map(Use::offset)
            .collect(Collectors.toSet());
  }

  /** The user's text with these reads; empty if there is nothing to check. */
  static Snippet of(CheckedUnit checked) {
    NeededValues values = new NeededValues(checked);
    checked.regions().all().forEach(values::addReads);
    return values.needed ? values.edits.apply(checked.unit().source().content()) : new Snippet();
  }

  private void addReads(Region region) {
    for (Clause clause : region.directive().clauses()) {
      if (clause.kind() == ClauseKind.FIRSTPRIVATE || clause.kind().combines()) {
        clause.names().forEach(name -> addRead(region, clause, name));
      }
    }
    for (Local copy : checked.variables().copiesOf(region)) {
      if (copy.isImplicit() && lacksInitializer(copy)) {
        Clause clause = CopyLowering.implicit(region, copy);
        read(region, clause, clause.names().getFirst());
      }
    }
  }

  private void addRead(Region region, Clause clause, Name name) {
    if (mayLackValue.contains(name.offset())) {
      read(region, clause, name);
    }
  }

  private void read(Region region, Clause clause, Name name) {
    needed = true;
    Snippet read =
        Snippet.of("{ if (")
            .addMarked(name.text(), clause, name)
            .add(" == " + name.text() + ") {} ");
    edits.open(region.start(), region.end(), read);
    edits.close(region.end(), region.start(), " }");
  }

  private static boolean lacksInitializer(Local local) {
    return local.element().getKind() == ElementKind.LOCAL_VARIABLE
        && local.tree().getInitializer() == null;
  }
}
