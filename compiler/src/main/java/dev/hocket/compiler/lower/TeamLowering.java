package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.StatementTree;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.language.Completion;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.check.place.TaskScopes;
import dev.hocket.compiler.check.sharing.Local;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Translates {@code sections}, {@code single}, {@code master}, and the directives that stand
 * between two statements.
 */
final class TeamLowering {
  private final CheckedUnit checked;
  private final AttributedUnit unit;
  private final Library library;
  private final Naming naming;
  private final Labels labels;
  private final Edits edits;
  private final CopyLowering copies;
  private final Exits exits;
  private final Expressions expressions;
  private final AwaitedLowering awaited;

  TeamLowering(Context context) {
    this.checked = context.checked();
    this.unit = context.unit();
    this.library = context.library();
    this.naming = context.naming();
    this.labels = context.labels();
    this.edits = context.edits();
    this.copies = new CopyLowering(context);
    this.exits = new Exits(context);
    this.expressions = new Expressions(context);
    this.awaited = new AwaitedLowering(context);
  }

  void lower(SyncPoint sync) {
    int start = sync.directive().comment().start();
    String label = labels.at(start);
    String text =
        switch (sync.directive()) {
          case Directive.Barrier barrier ->
              library.call(Library.TEAMS) + "barrier(" + label + "); ";
          case Directive.Flush flush -> library.call(Library.TEAMS) + "flush(); ";
          case Directive.Taskwait wait ->
              wait.awaits()
                  ? awaited.await(sync)
                  : library.call(Library.TASKS) + "await(" + label + "); ";
          case Directive.Taskyield yield -> library.call(Library.TASKS) + "yield(" + label + "); ";
          case Directive.Taskcancel cancel ->
              cancel.tags().stream()
                  .map(tag ->
                      library.call(Library.BLOCKS) + "cancel(" + Labels.quote(tag.text()) + "); ")
                  .collect(Collectors.joining());
          case Directive.Cancel cancel -> exits.jump(cancel, sync, label);
        };
    edits.insert(start, text);
  }

  void sections(InPlaceRegion region) {
    String handle = naming.ofTeam("sections", region);
    List<? extends StatementTree> sections = ((BlockTree) region.statement()).getStatements();
    for (int i = 0; i < sections.size(); i++) {
      String condition = "if (" + handle + ".section() == " + i + ") { ";
      int start = unit.start(sections.get(i));
      int end = unit.end(sections.get(i));
      edits.open(start, end, Snippet.of(condition));
      edits.close(end, start, " }");
    }
    String call = "sections(" + sections.size() + ", " + labels.at(region.offset()) + "); ";
    String opening =
        "{ final "
            + library.type(Library.LOOP)
            + " "
            + handle
            + " = "
            + library.call(Library.TEAMS);
    Snippet start = Snippet.of(opening + call + "try { ").add(copies.declarations(region));
    edits.open(
        region.start(),
        region.end(),
        start.add(exits.label(region) + "while (" + handle + ".next()) "));
    Snippet closing = Snippet.of(" ").add(copies.stores(region, handle + "."));
    edits.close(region.end(), region.start(), closing.add(naming.ending(region, handle) + " }"));
  }

  void single(InPlaceRegion region) {
    String handle = naming.ofTeam("single", region);
    String call = library.call(Library.TEAMS) + "single(" + labels.at(region.offset()) + "); ";
    String opening = "{ final " + library.type("Single") + " " + handle + " = " + call;
    Snippet mine = Snippet.of(opening + "try { if (" + handle + ".isMine()) { ");
    edits.open(region.start(), region.end(), mine.add(copies.declarations(region)));
    List<Local> published = published(region);
    Snippet closing = publish(region, handle, published);
    closing.add(" } " + naming.ending(region, handle) + copied(handle, published) + " }");
    edits.close(region.end(), region.start(), closing);
  }

  /**
   * The variables of {@code copyprivate} of which each thread has its own copy. Shared ones are
   * stored already.
   */
  private List<Local> published(InPlaceRegion region) {
    return region.directive().clauses().stream()
        .filter(clause -> clause.kind() == ClauseKind.COPYPRIVATE)
        .flatMap(clause -> clause.names().stream())
        .flatMap(name -> stored(region, name).stream())
        .filter(local -> copies.isOwn(region, local))
        .toList();
  }

  private Optional<Local> stored(Region region, Name name) {
    return checked.variables().all().stream()
        .filter(local ->
            local.uses().stream().anyMatch(use -> use.inClause() && use.offset() == name.offset()))
        .findFirst();
  }

  private Snippet publish(InPlaceRegion region, String handle, List<Local> published) {
    Snippet publish = new Snippet();
    if (published.isEmpty() || !new Completion(unit).completes(region.statement())) {
      return publish;
    }
    publish.add(" " + handle + ".publish(");
    for (Local local : published) {
      publish.add(local == published.getFirst() ? "" : ", ");
      copies.marked(publish, region, local, naming.use(local));
    }
    return publish.add(");");
  }

  private String copied(String handle, List<Local> published) {
    if (published.isEmpty()) {
      return "";
    }
    StringBuilder copied = new StringBuilder(" if (" + handle + ".hasCopies()) {");
    for (int i = 0; i < published.size(); i++) {
      Local local = published.get(i);
      String type = TypeNames.of(local.element().asType()).orElseThrow();
      copied.append(" " + naming.use(local) + " = (" + type + ") " + handle + ".copy(" + i + ");");
    }
    return copied.append(" }").toString();
  }

  void taskgroup(InPlaceRegion region) {
    if (TaskScopes.awaits(region)) {
      awaited.lower(region);
      return;
    }
    String handle = naming.ofTeam("group", region);
    String enter =
        "final %s %s = %sgroup(%s); try"
            .formatted(
                library.type("TaskGroup"),
                handle,
                library.call(Library.TASKS),
                labels.at(region.offset()));
    String ending =
        "catch (java.lang.Throwable %1$s) { %2$s.failed(%1$s); throw %1$s; } finally { %2$s.end(); }";
    enclose(region, enter, ending.formatted(naming.ofTeam("thrown", region), handle));
  }

  void master(InPlaceRegion region, Directive.Master directive) {
    String teams = library.call(Library.TEAMS);
    Snippet enter = Snippet.of("if (" + teams + "enterMasked(");
    directive
        .clause(ClauseKind.FILTER)
        .ifPresentOrElse(filter -> enter.add(expressions.of(filter)), () -> enter.add("0"));
    enter.add(", " + labels.at(region.offset()) + ")) try");
    enclose(region, enter, "finally { " + teams + "exitMasked(); }");
  }

  void ordered(InPlaceRegion region) {
    String teams = library.call(Library.TEAMS);
    String enter = teams + "enterOrdered(" + labels.at(region.offset()) + "); try";
    String ending =
        "catch (java.lang.Throwable %1$s) { %2$sfailedOrdered(); throw %1$s; } finally { %2$sexitOrdered(); }";
    enclose(region, enter, ending.formatted(naming.ofTeam("thrown", region), teams));
  }

  private void enclose(InPlaceRegion region, String before, String behind) {
    enclose(region, Snippet.of(before), behind);
  }

  private void enclose(InPlaceRegion region, Snippet before, String behind) {
    boolean braces = !(region.statement() instanceof BlockTree);
    Snippet opening = Snippet.of("{ ").add(before).add(braces ? " { " : " ");
    edits.open(region.start(), region.end(), opening);
    edits.close(region.end(), region.start(), (braces ? " } " : " ") + behind + " }");
  }
}
