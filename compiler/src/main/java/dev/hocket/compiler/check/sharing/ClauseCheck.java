package dev.hocket.compiler.check.sharing;

import dev.hocket.compiler.check.language.TypeNames;
import dev.hocket.compiler.check.place.Region;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/** The rules about the clauses of one {@code target}. */
public final class ClauseCheck {
  private final SourceText source;
  private final Variables variables;
  private final Problems problems;

  public ClauseCheck(SourceText source, Variables variables, Problems problems) {
    this.source = source;
    this.variables = variables;
    this.problems = problems;
  }

  public void check(Region block) {
    checkOnce(block.directive());
    checkOneOf(block.directive(), ClauseKind.VIRTUAL, ClauseKind.DEVICE);
    checkOneOf(block.directive(), ClauseKind.NOWAIT, ClauseKind.NAME_AS, ClauseKind.AWAIT);
    checkLists(block);
    checkCopies(block);
    if (block.directive().listsEverything()) {
      checkEverythingListed(block);
    }
  }

  private void checkOnce(Directive.Construct directive) {
    Map<ClauseKind, Clause> seen = new EnumMap<>(ClauseKind.class);
    for (Clause clause : directive.clauses()) {
      if (seen.put(clause.kind(), clause) != null && !clause.kind().sharesData()) {
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

  private void checkLists(Region block) {
    Set<String> seen = new HashSet<>();
    for (Clause clause : block.directive().clauses()) {
      if (!clause.kind().sharesData()) {
        continue;
      }
      for (Name name : clause.names()) {
        if (!seen.add(name.text())) {
          report(Message.HK013, name.offset(), "variable", name.text());
        } else {
          checkKnown(block, clause.kind(), name);
        }
      }
    }
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
    } else if (kind != ClauseKind.SHARED) {
      report(Message.HK015, name.offset(), "variable", name.text(), "clause", kind.word());
    }
  }

  private void checkCopies(Region block) {
    for (Local copy : variables.copiesOf(block)) {
      boolean mustBeNamed = copy.copy() == ClauseKind.PRIVATE || copy.isWritten();
      if (mustBeNamed && TypeNames.of(copy.element().asType()).isEmpty()) {
        report(Message.HK017, offsetIn(block, copy.name()), "variable", copy.name());
      }
    }
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
    for (Local local : variables.all()) {
      boolean inside = local.owner() != null && block.encloses(local.owner());
      if (inside || block.directive().sharing(local.name()).isPresent()) {
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
