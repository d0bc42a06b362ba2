package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.List;
import java.util.Optional;

/** A parsed directive. */
public sealed interface Directive {
  /** The comment that contains the directive. */
  DirectiveComment comment();

  /** A directive that governs the statement after it. */
  sealed interface Construct extends Directive permits Target, Parallel, Task, InPlace {
    /** The kind of directive. */
    DirectiveKind kind();

    /** The directive's clauses, in the order of the text. */
    List<Clause> clauses();

    /** The first clause of a kind. */
    default Optional<Clause> clause(ClauseKind kind) {
      return clauses().stream().filter(clause -> clause.kind() == kind).findFirst();
    }

    /** The clause by which the statement shares or copies a variable, if there is one. */
    default Optional<ClauseKind> sharing(String variable) {
      return clauses().stream()
          .filter(clause -> clause.kind().sharesData())
          .filter(clause -> clause.lists(variable))
          .map(Clause::kind)
          .findFirst();
    }

    /** The clause that gives the statement a copy of a variable; empty if it uses the original. */
    default Optional<ClauseKind> copy(String variable) {
      return clauses().stream()
          .filter(clause -> clause.kind().copies() && clause.lists(variable))
          .map(Clause::kind)
          // A variable may be both firstprivate and lastprivate.
          .reduce((one, other) -> one == ClauseKind.FIRSTPRIVATE ? other : one);
    }

    /** Whether a clause of the given kind lists a variable. */
    default boolean lists(ClauseKind kind, String variable) {
      return clauses().stream().anyMatch(c -> c.kind() == kind && c.lists(variable));
    }

    /** Whether the directive has {@code default(none)}. */
    default boolean listsEverything() {
      return clause(ClauseKind.DEFAULT)
          .map(clause -> clause.names().getFirst().text().equals("none"))
          .orElse(false);
    }
  }

  /** A directive whose statement stays where it is. */
  sealed interface InPlace extends Construct permits WorkSharing, Bare, Master, Atomic, Taskgroup {}

  /**
   * {@code target}: runs the statement after it on a target.
   *
   * @param here whether the statement starts immediately on the encountering thread, as a statement
   *     does whose calls an {@code async-call} starts without waiting
   */
  record Target(DirectiveComment comment, List<Clause> clauses, boolean here) implements Construct {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.TARGET;
    }

    /** Whether the encountering code continues without waiting for the block. */
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
   * {@code critical}: one thread at a time runs this statement and the others of the same name.
   *
   * @param name the name; empty if there is none
   */
  record Critical(DirectiveComment comment, Optional<Name> name) implements Bare {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.CRITICAL;
    }

    /** The directive as it is written. */
    @Override
    public String toString() {
      return kind().word() + name.map(n -> "(" + n.text() + ")").orElse("");
    }

    /** Whether another critical directive has the same name, so that the two exclude each other. */
    public boolean isSame(Critical other) {
      return name.map(Name::text).equals(other.name.map(Name::text));
    }
  }

  /** {@code parallel}: every thread of a team runs the whole statement after it. */
  record Parallel(DirectiveComment comment, List<Clause> clauses) implements Construct {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.PARALLEL;
    }
  }

  /**
   * {@code task}: any thread of a team runs the statement after it, now or later.
   *
   * @param kind {@code task}, or {@code taskloop} for a task that runs some iterations of a loop
   */
  record Task(DirectiveComment comment, DirectiveKind kind, List<Clause> clauses)
      implements Construct {

    /** Whether the directive has {@code default(shared)}. */
    public boolean sharesEverything() {
      return clause(ClauseKind.DEFAULT).isPresent() && !listsEverything();
    }
  }

  /** A directive that shares the work of its statement among the threads of a team. */
  sealed interface WorkSharing extends InPlace permits For, Sections, Single {
    /** Whether a thread that has done its share continues without waiting for the others. */
    default boolean isNowait() {
      return clause(ClauseKind.NOWAIT).isPresent();
    }
  }

  /**
   * {@code for}: a team shares the iterations of the loop after it.
   *
   * @param kind {@code for}, or {@code loop}, which makes fewer promises
   */
  record For(DirectiveComment comment, DirectiveKind kind, List<Clause> clauses)
      implements WorkSharing {}

  /** {@code sections}: a team shares the sections in the block after it. */
  record Sections(DirectiveComment comment, List<Clause> clauses) implements WorkSharing {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.SECTIONS;
    }
  }

  /** {@code single}: one thread of a team runs the statement after it. */
  record Single(DirectiveComment comment, List<Clause> clauses) implements WorkSharing {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.SINGLE;
    }
  }

  /** A directive without clauses. */
  sealed interface Bare extends InPlace permits Critical, Section, Ordered {
    @Override
    default List<Clause> clauses() {
      return List.of();
    }
  }

  /** {@code section}: the statement after it is one of the sections that a team shares. */
  record Section(DirectiveComment comment) implements Bare {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.SECTION;
    }
  }

  /**
   * {@code master}: the statement after it is run by the thread that encountered the region, or by
   * the thread whose number the clause {@code filter} gives.
   *
   * @param masked whether the directive is written as {@code masked}
   */
  record Master(DirectiveComment comment, boolean masked, List<Clause> clauses) implements InPlace {
    @Override
    public DirectiveKind kind() {
      return masked ? DirectiveKind.MASKED : DirectiveKind.MASTER;
    }
  }

  /** {@code ordered}: the statement after it runs in the order of the loop's iterations. */
  record Ordered(DirectiveComment comment) implements Bare {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.ORDERED;
    }
  }

  /** {@code taskgroup}: the end of the statement waits for the tasks that are created in it. */
  record Taskgroup(DirectiveComment comment, List<Clause> clauses) implements InPlace {
    /** Whether the handler is suspended at the end of the statement. */
    public boolean awaits() {
      return clause(ClauseKind.AWAIT).isPresent();
    }

    @Override
    public DirectiveKind kind() {
      return DirectiveKind.TASKGROUP;
    }
  }

  /** {@code atomic}: no other atomic access interrupts the access in the statement after it. */
  record Atomic(DirectiveComment comment, List<Clause> clauses) implements InPlace {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.ATOMIC;
    }

    /** The kind of access that the statement makes. */
    public ClauseKind access() {
      return clauses.stream()
          .map(Clause::kind)
          .filter(kind -> !kind.isMemoryOrder())
          .findFirst()
          .orElse(ClauseKind.UPDATE);
    }
  }

  /**
   * A combination of two directives, such as {@code parallel for}, or {@code taskloop}, which is a
   * task whose code is a shared loop.
   *
   * @param kind the kind of combination
   * @param region the region, with the clauses that only the region takes
   * @param shared the directive inside the region, with the clauses for it
   */
  record Combined(DirectiveComment comment, DirectiveKind kind, Construct region, InPlace shared)
      implements Directive {}

  /**
   * The directive {@code freeguithread parallel …} of an older compiler, which means two directives
   * on two lines: a block that frees the event thread, and in it a team.
   *
   * @param block the block, with the comment
   * @param team the region, alone or combined, with an equal comment that is another object, as
   *     directives of one comment are parts of one combination
   */
  record FreeGuiTeam(DirectiveComment comment, Target block, Directive team) implements Directive {}

  /** A directive that stands between two statements. */
  sealed interface Between extends Directive permits Wait, Sync {
    /** The directive's keyword. */
    String word();
  }

  /**
   * A directive between two statements that concerns the memory, the tasks or the steps of a team.
   */
  sealed interface Sync extends Between
      permits Barrier, Flush, Taskwait, Taskyield, Taskcancel, Cancel {}

  /** {@code barrier}: every thread of the team waits for all others. */
  record Barrier(DirectiveComment comment) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.BARRIER.word();
    }
  }

  /** {@code flush}: makes the thread's writes visible to others, whichever variables it names. */
  record Flush(DirectiveComment comment, List<Name> names) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.FLUSH.word();
    }
  }

  /**
   * {@code taskwait}: waits for the tasks that the current task has created.
   *
   * @param awaits whether the handler is suspended meanwhile
   */
  record Taskwait(DirectiveComment comment, boolean awaits) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.TASKWAIT.word();
    }
  }

  /** {@code taskcancel}: cancels the blocks of some tags, in the syntax of an older compiler. */
  record Taskcancel(DirectiveComment comment, List<Name> tags) implements Sync {
    @Override
    public String word() {
      return Grammar.TASKCANCEL;
    }
  }

  /**
   * {@code cancel} and {@code cancellation point}: end a construct around them early.
   *
   * @param what the construct: {@code parallel}, {@code for}, {@code sections} or {@code taskgroup}
   * @param isPoint whether the directive only checks whether another thread has cancelled it
   */
  record Cancel(DirectiveComment comment, DirectiveKind what, boolean isPoint) implements Sync {
    @Override
    public String word() {
      return (isPoint ? DirectiveKind.CANCELLATION_POINT : DirectiveKind.CANCEL).word();
    }

    /** The directive as it is written. */
    public String text() {
      return word() + " " + what.word();
    }
  }

  /** {@code taskyield}: allows the thread to run another task. */
  record Taskyield(DirectiveComment comment) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.TASKYIELD.word();
    }
  }

  /**
   * {@code wait}: waits for the blocks of some tags.
   *
   * @param awaits whether the handler is suspended meanwhile
   * @param isOlder whether the directive is written as {@code taskwait}, which waits for the whole
   *     program
   */
  record Wait(DirectiveComment comment, List<Name> tags, boolean awaits, boolean isOlder)
      implements Between {
    @Override
    public String word() {
      return DirectiveKind.WAIT.word();
    }
  }

  /** {@code async}: the method or lambda after it is resumable. */
  record Async(DirectiveComment comment) implements Directive {}

  /**
   * {@code async-call}: determines how listed calls in the statement after it wait.
   *
   * @param mode {@code await}, {@code nowait} or {@code name_as}
   * @param signatures the methods whose calls are meant
   */
  record AsyncCall(DirectiveComment comment, Clause mode, List<Signature> signatures)
      implements Directive {
    /** Whether the handler is suspended until a call has ended. */
    public boolean isAwaited() {
      return mode.kind() == ClauseKind.AWAIT;
    }
  }
}
