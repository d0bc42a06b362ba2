package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.List;
import java.util.Optional;

/** A directive that has been read. */
public sealed interface Directive {
  /** The comment it stands in. */
  DirectiveComment comment();

  /**
   * {@code target}: runs the statement after it on a target.
   *
   * @param here whether it starts at once on the encountering thread: so does a statement with a
   *     call that an {@code async-call} starts without waiting for it
   */
  record Target(DirectiveComment comment, List<Clause> clauses, boolean here) implements Directive {
    /** The first clause of a kind. */
    public Optional<Clause> clause(ClauseKind kind) {
      return clauses.stream().filter(clause -> clause.kind() == kind).findFirst();
    }

    /** Whether the encountering code goes on without the block. */
    public boolean isAsynchronous() {
      return clause(ClauseKind.NOWAIT).isPresent() || clause(ClauseKind.NAME_AS).isPresent();
    }

    /** Whether the encountering handler is suspended until the block has ended. */
    public boolean isAwaited() {
      return clause(ClauseKind.AWAIT).isPresent();
    }

    /** Whether {@code if(false)} keeps the block in place. */
    public boolean isNeverPosted() {
      return clause(ClauseKind.IF)
          .map(clause -> clause.expression().text().equals("false"))
          .orElse(false);
    }

    /** The tag of {@code name_as}. */
    public Optional<Name> tag() {
      return clause(ClauseKind.NAME_AS).map(clause -> clause.names().getFirst());
    }

    /** How the block shares a variable, if a clause says so. */
    public Optional<ClauseKind> sharing(String variable) {
      return clauses.stream()
          .filter(clause -> clause.kind().sharesData())
          .filter(c -> c.names().stream().anyMatch(name -> name.text().equals(variable)))
          .map(Clause::kind)
          .findFirst();
    }

    /** Whether {@code default(none)} stands. */
    public boolean listsEverything() {
      return clause(ClauseKind.DEFAULT)
          .map(clause -> clause.names().getFirst().text().equals("none"))
          .orElse(false);
    }
  }

  /**
   * {@code wait}: waits for the blocks of some tags.
   *
   * @param awaits whether the handler is suspended meanwhile
   */
  record Wait(DirectiveComment comment, List<Name> tags, boolean awaits) implements Directive {}

  /** {@code async}: the method or lambda after it is resumable. */
  record Async(DirectiveComment comment) implements Directive {}

  /**
   * {@code async-call}: how calls in the statement after it wait.
   *
   * @param mode {@code await}, {@code nowait} or {@code name_as}
   * @param signatures the methods that are called so
   */
  record AsyncCall(DirectiveComment comment, Clause mode, List<Signature> signatures)
      implements Directive {
    /** Whether the handler is suspended until a call has ended. */
    public boolean isAwaited() {
      return mode.kind() == ClauseKind.AWAIT;
    }
  }
}
