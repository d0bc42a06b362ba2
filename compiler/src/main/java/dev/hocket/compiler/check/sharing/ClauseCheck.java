package dev.hocket.compiler.check.sharing;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.ParallelRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.Regions;
import dev.hocket.compiler.check.place.SyncPoint;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.diagnose.Suggestion;
import dev.hocket.compiler.parse.Clause;
import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Checks the clauses of one directive: they must name existing variables, each in one role.
 *
 * <pre>{@code
 * int n = 1;
 * //#omp target virtual(worker) shared(n) firstprivate(n)
 * System.out.println(n); // HK013: n is either shared or copied
 * }</pre>
 */
public final class ClauseCheck {
  /** The two clauses that may list the same variable. */
  private static final Set<ClauseKind> BOTH =
      Set.of(ClauseKind.FIRSTPRIVATE, ClauseKind.LASTPRIVATE);

  private final AttributedUnit unit;
  private final SourceText source;
  private final Regions regions;
  private final Variables variables;
  private final Problems problems;

  public ClauseCheck(AttributedUnit unit, Regions regions, Variables variables, Problems problems) {
    this.unit = unit;
    this.source = unit.source();
    this.regions = regions;
    this.variables = variables;
    this.problems = problems;
  }

  public void check(Region block) {
    checkOnce(block.directive());
    checkOneOf(block.directive(), ClauseKind.VIRTUAL, ClauseKind.DEVICE);
    checkOneOf(block.directive(), ClauseKind.NOWAIT, ClauseKind.NAME_AS, ClauseKind.AWAIT);
    checkOneOf(block.directive(), ClauseKind.NOWAIT, ClauseKind.COPYPRIVATE);
    checkOneOf(block.directive(), ClauseKind.GRAINSIZE, ClauseKind.NUM_TASKS);
    checkOneOf(
        block.directive(),
        ClauseKind.READ,
        ClauseKind.WRITE,
        ClauseKind.UPDATE,
        ClauseKind.CAPTURE,
        ClauseKind.COMPARE);
    checkOneOf(
        block.directive(),
        ClauseKind.SEQ_CST,
        ClauseKind.ACQ_REL,
        ClauseKind.ACQUIRE,
        ClauseKind.RELEASE,
        ClauseKind.RELAXED);
    checkCancelled(block.directive());
    checkLists(block);
    checkStillShared(block);
    checkCopies(block);
    checkStores(block);
    checkReductions(block);
    checkReducedOnce(block);
    checkArrays(block);
    new NumberCheck(unit, variables, problems).check(block);
    new DependCheck(unit, variables, problems).check(block);
    if (block.directive().listsEverything()) {
      checkEverythingListed(block);
    }
  }

  /** Checks that the variables which a {@code flush} names exist. */
  public void check(SyncPoint sync) {
    if (sync.directive() instanceof Directive.Flush flush) {
      flush.names().stream()
          .filter(name ->
              !variables.scopes().isVariable(name.text(), flush.comment().start(), sync.list()))
          .forEach(name ->
              report(Message.HK014, name.offset(), "variable", name.text(), "suggestion", ""));
    }
  }

  private void checkOnce(Directive.Construct directive) {
    Map<ClauseKind, Clause> seen = new EnumMap<>(ClauseKind.class);
    for (Clause clause : directive.clauses()) {
      if (seen.put(clause.kind(), clause) != null && !clause.kind().repeats()) {
        report(Message.HK008, clause.offset(), "clause", clause.kind().word());
      }
    }
  }

  private void checkOneOf(Directive.Construct directive, ClauseKind... kinds) {
    List<Clause> given =
        Stream.of(kinds)
            .flatMap(kind -> directive.clause(kind).stream())
            .sorted(Comparator.comparingInt(Clause::offset))
            .toList();
    if (given.size() > 1) {
      List<String> words = given.stream().map(clause -> "'" + clause.kind().word() + "'").toList();
      String all =
          String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
      report(Message.HK009, given.get(1).offset(), "clauses", all);
    }
  }

  /**
   * Refuses {@code on_cancel} on a block without a tag: only blocks with a tag can be cancelled.
   */
  private void checkCancelled(Directive.Construct directive) {
    directive
        .clause(ClauseKind.ON_CANCEL)
        .filter(clause -> directive.clause(ClauseKind.NAME_AS).isEmpty())
        .ifPresent(clause -> report(Message.HK069, clause.offset()));
  }

  private void checkLists(Region block) {
    Map<String, ClauseKind> seen = new HashMap<>();
    for (Clause clause : clausesOf(block)) {
      if (!clause.kind().sharesData()) {
        continue;
      }
      for (Name name : clause.names()) {
        ClauseKind other = seen.putIfAbsent(name.text(), clause.kind());
        if (other != null
            && !(other != clause.kind() && BOTH.containsAll(Set.of(other, clause.kind())))) {
          report(Message.HK013, name.offset(), "variable", name.text());
        } else {
          checkKnown(block, clause.kind(), name);
        }
      }
    }
  }

  /** All clauses of the directive's comment, which may combine two directives. */
  private List<Clause> clausesOf(Region block) {
    return regions.all().stream()
        .map(Region::directive)
        .filter(directive -> directive.comment() == block.directive().comment())
        .flatMap(directive -> directive.clauses().stream())
        .toList();
  }

  private void checkKnown(Region block, ClauseKind kind, Name name) {
    Scopes scopes = variables.scopes();
    if (scopes.local(name.text(), block).isPresent()) {
      return;
    }
    if (!scopes.isField(name.text(), block)) {
      String suggestion =
          Suggestion.nearest(name.text(), scopes.localNames(block))
              .map(near -> "did you mean '" + near + "'? ")
              .orElse("");
      report(Message.HK014, name.offset(), "variable", name.text(), "suggestion", suggestion);
    } else if (kind != ClauseKind.SHARED
        && !(kind.takesFields() && scopes.staticField(name.text(), block).isPresent())) {
      String what = kind.takesFields() ? "local variables and static fields" : "local variables";
      report(
          Message.HK015,
          name.offset(),
          "variable",
          name.text(),
          "clause",
          kind.word(),
          "what",
          what);
    }
  }

  /** Refuses to call a variable shared of which the region around gives each thread a copy. */
  private void checkStillShared(Region block) {
    if (block.outer() instanceof ParallelRegion team
        && block.directive() instanceof Directive.WorkSharing) {
      block.directive().clauses().stream()
          .filter(clause -> clause.kind() == ClauseKind.SHARED)
          .flatMap(clause -> clause.names().stream())
          .filter(name -> team.directive().copy(name.text()).isPresent())
          .forEach(name -> report(Message.HK013, name.offset(), "variable", name.text()));
    }
  }

  private void checkCopies(Region block) {
    for (Local copy : variables.copiesOf(block)) {
      boolean mustBeNamed = copy.copy() != ClauseKind.FIRSTPRIVATE || copy.isWritten();
      if (mustBeNamed && TypeNames.of(copy.element().asType()).isEmpty()) {
        report(Message.HK017, offsetIn(block, copy.name()), "variable", copy.name());
      }
    }
  }

  private void checkStores(Region block) {
    for (Clause clause : block.directive().clauses()) {
      if (clause.kind().stores()) {
        for (Name name : clause.names()) {
          variables
              .scopes()
              .variable(name.text(), block)
              .filter(variable -> variable.getModifiers().contains(Modifier.FINAL))
              .filter(variable -> !Reduction.isByElement(clause, variable.asType()))
              .ifPresent(variable ->
                  report(
                      Message.HK059,
                      name.offset(),
                      "clause",
                      clause.kind().word(),
                      "variable",
                      name.text()));
        }
      }
    }
  }

  /**
   * Checks reduced arrays: they must not be assigned, since the result goes into the array that the
   * variable had at the directive. A reduced section must be used by its elements only.
   */
  private void checkArrays(Region block) {
    for (Local copy : variables.copiesOf(block)) {
      if (copy.isReducedArray()) {
        copy.uses().stream()
            .filter(use -> use.writes() && !use.inClause())
            .forEach(use -> report(Message.HK068, use.offset(), "variable", copy.name()));
      }
      if (copy.section().isPresent()) {
        copy.uses().stream()
            .filter(use -> Sections.access(use).isEmpty() && !use.writes())
            .forEach(use -> report(Message.HK071, use.offset(), "variable", copy.name()));
      }
    }
  }

  private void checkReductions(Region block) {
    for (Clause clause : block.directive().clauses()) {
      if (clause.kind().combines() && !clause.isByMethod()) {
        clause.names().forEach(name -> checkReduction(block, clause.word().text(), name));
      }
      if (clause.kind() == ClauseKind.IN_REDUCTION) {
        clause.names().forEach(name -> checkGroup(block, clause.word().text(), name));
      }
    }
  }

  /**
   * Reports a variable whose value a work-sharing construct gives to every thread, and which the
   * region then adds up over the threads.
   */
  private void checkReducedOnce(Region block) {
    if (!(block.outer() instanceof ParallelRegion team)
        || !(block.directive() instanceof Directive.WorkSharing)) {
      return;
    }
    for (Clause clause : block.directive().clauses()) {
      boolean gives =
          clause.kind() == ClauseKind.REDUCTION || clause.kind() == ClauseKind.LASTPRIVATE;
      for (Name name : gives ? clause.names() : List.<Name>of()) {
        boolean isAddedUp =
            team.directive().clauses().stream()
                .anyMatch(
                    other -> other.kind() == ClauseKind.REDUCTION && other.lists(name.text()));
        if (isAddedUp) {
          String line = String.valueOf(unit.source().line(team.offset()));
          report(Message.HK072, name.offset(), "variable", name.text(), "line", line);
        }
      }
    }
  }

  /**
   * Checks that a task group around the task in the text lists the variable with the same operator.
   */
  private void checkGroup(Region task, String operator, Name name) {
    boolean isGiven =
        Stream.iterate(task.around(), region -> region != null, Region::around)
            .filter(region -> region.directive() instanceof Directive.Taskgroup)
            .flatMap(region -> region.directive().clauses().stream())
            .filter(clause -> clause.kind() == ClauseKind.TASK_REDUCTION)
            .anyMatch(clause ->
                Reduction.meant(clause.word().text()).equals(Reduction.meant(operator))
                    && clause.lists(name.text()));
    if (!isGiven) {
      report(Message.HK064, name.offset(), "variable", name.text(), "operator", operator);
    }
  }

  private void checkReduction(Region block, String operator, Name name) {
    variables
        .scopes()
        .variable(name.text(), block)
        .map(variable -> variable.asType())
        .filter(type -> !isReducible(block, operator, name, type))
        .ifPresent(type ->
            report(
                Message.HK053,
                name.offset(),
                "operator",
                operator,
                "variable",
                name.text(),
                "type",
                TypeNames.of(type).orElse(type.toString())));
  }

  /**
   * Whether Java has the operator for a variable, and the variable is an array if a section is
   * reduced.
   */
  private static boolean isReducible(Region block, String operator, Name name, TypeMirror type) {
    boolean hasSection =
        block.directive().clauses().stream()
            .anyMatch(clause -> clause.section().isPresent() && clause.names().contains(name));
    return Reduction.of(operator, type)
        .filter(reduction -> !hasSection || reduction.isOfArray())
        .isPresent();
  }

  private static int offsetIn(Region block, String variable) {
    return block.directive().clauses().stream()
        .filter(clause -> clause.kind().sharesData())
        .flatMap(clause -> clause.names().stream())
        .filter(name -> name.text().equals(variable))
        .findFirst()
        .orElseThrow()
        .offset();
  }

  private void checkEverythingListed(Region block) {
    Set<VariableElement> reported = new HashSet<>();
    List<Clause> clauses = clausesOf(block);
    for (Local local : variables.all()) {
      boolean inside = local.livesIn(block);
      boolean listed =
          clauses.stream().anyMatch(c -> c.kind().sharesData() && c.lists(local.name()));
      if (inside || listed) {
        continue;
      }
      local.uses().stream()
          .filter(use -> use.block() != null && block.encloses(use.block()))
          .findFirst()
          .filter(use -> reported.add(local.element()))
          .ifPresent(use -> report(Message.HK016, use.offset(), "variable", local.name()));
    }
  }

  private void report(Message message, int offset, String... values) {
    problems.report(message, source, offset, values);
  }
}
