package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A directive that has been read. */
public sealed interface Directive {
  /** The comment it stands in. */
  DirectiveComment comment();

  /** The directives, each with its clauses: the one place that says so. */
  enum Kind {
    /** A block for a target. */
    TARGET(
        "target",
        "{ [,] clause }",
        "before a statement",
        (comment, name, clauses) -> new Target(comment, clauses, false),
        ClauseKind.values()),
    /** One thread at a time. */
    CRITICAL(
        "critical",
        "[(name)]",
        "before a statement",
        (comment, name, clauses) -> new Critical(comment, name)),
    /** Waits for tags. */
    WAIT("wait", "(name {, name}) [[,] await]", "between statements", null, ClauseKind.AWAIT),
    /** A method or lambda that can be suspended. */
    ASYNC("async", "", "before a method, or a lambda", null),
    /** How calls of such methods wait. */
    ASYNC_CALL("async-call", "mode(signature {, signature})", "before a statement", null);

    private final String word;
    private final String rest;
    private final String place;
    private final Maker maker;
    private final Set<ClauseKind> clauses;

    /** Makes a construct of its parts. */
    private interface Maker {
      Construct make(DirectiveComment comment, Optional<Name> name, List<Clause> clauses);
    }

    /**
     * A directive.
     *
     * @param rest what follows the word in the grammar
     * @param maker null if it is no construct: the parser has a method of its own for it
     */
    Kind(String word, String rest, String place, Maker maker, ClauseKind... clauses) {
      this.word = word;
      this.rest = rest;
      this.place = place;
      this.maker = maker;
      this.clauses = Set.of(clauses);
    }

    /** The word in the comment. */
    public String word() {
      return word;
    }

    /** The whole directive, as the grammar shows it. */
    String form() {
      boolean apart = !(rest.isEmpty() || rest.startsWith("(") || rest.startsWith("[("));
      return word + (apart ? " " : "") + rest;
    }

    /** Where it stands. */
    String place() {
      return place;
    }

    boolean isConstruct() {
      return maker != null;
    }

    boolean takesName() {
      return rest.startsWith("[(name)]");
    }

    Construct make(DirectiveComment comment, Optional<Name> name, List<Clause> with) {
      return maker.make(comment, name, with);
    }

    /** Its clauses, in the order of the grammar. */
    List<ClauseKind> clauses() {
      return Arrays.stream(ClauseKind.values()).filter(clauses::contains).toList();
    }

    /** The same in a sentence. */
    String clauseWords() {
      return clauses.isEmpty()
          ? "none"
          : clauses().stream().map(ClauseKind::word).collect(Collectors.joining(", "));
    }

    static Optional<Kind> of(String word) {
      return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
  }

  /** A directive that governs the statement after it. */
  sealed interface Construct extends Directive {
    /** Which one it is. */
    Kind kind();

    /** Its clauses, in the order of the text. */
    List<Clause> clauses();

    /** The first clause of a kind. */
    default Optional<Clause> clause(ClauseKind kind) {
      return clauses().stream().filter(clause -> clause.kind() == kind).findFirst();
    }

    /** How the statement shares a variable, if a clause says so. */
    default Optional<ClauseKind> sharing(String variable) {
      return clauses().stream()
          .filter(clause -> clause.kind().sharesData())
          .filter(c -> c.names().stream().anyMatch(name -> name.text().equals(variable)))
          .map(Clause::kind)
          .findFirst();
    }

    /** Whether {@code default(none)} stands. */
    default boolean listsEverything() {
      return clause(ClauseKind.DEFAULT)
          .map(clause -> clause.names().getFirst().text().equals("none"))
          .orElse(false);
    }
  }

  /**
   * {@code target}: runs the statement after it on a target.
   *
   * @param here whether it starts at once on the encountering thread: so does a statement with a
   *     call that an {@code async-call} starts without waiting for it
   */
  record Target(DirectiveComment comment, List<Clause> clauses, boolean here) implements Construct {
    @Override
    public Kind kind() {
      return Kind.TARGET;
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
  }

  /**
   * {@code critical}: one thread at a time runs the statement after it, or another of that name.
   *
   * @param name the name; empty if it has none
   */
  record Critical(DirectiveComment comment, Optional<Name> name) implements Construct {
    @Override
    public Kind kind() {
      return Kind.CRITICAL;
    }

    @Override
    public List<Clause> clauses() {
      return List.of();
    }

    /** As it is written. */
    @Override
    public String toString() {
      return kind().word() + name.map(n -> "(" + n.text() + ")").orElse("");
    }

    /** Whether another one excludes this one. */
    public boolean isSame(Critical other) {
      return name.map(Name::text).equals(other.name.map(Name::text));
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
