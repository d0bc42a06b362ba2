package dev.hocket.compiler.parse;

import dev.hocket.compiler.scan.DirectiveComment;
import java.util.List;
import java.util.Optional;

/** A directive that has been read. */
public sealed interface Directive {
  /** The comment it stands in. */
  DirectiveComment comment();

  /** A directive that governs the statement after it. */
  sealed interface Construct extends Directive permits Target, Parallel, Task, InPlace {
    /** Which one it is. */
    DirectiveKind kind();

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
          .filter(clause -> clause.lists(variable))
          .map(Clause::kind)
          .findFirst();
    }

    /** Which kind of copy of a variable the statement has; empty if it uses the variable itself. */
    default Optional<ClauseKind> copy(String variable) {
      return clauses().stream()
          .filter(clause -> clause.kind().copies() && clause.lists(variable))
          .map(Clause::kind)
          // A variable may be firstprivate as well as lastprivate.
          .reduce((one, other) -> one == ClauseKind.FIRSTPRIVATE ? other : one);
    }

    /** Whether a clause of a kind lists a variable. */
    default boolean lists(ClauseKind kind, String variable) {
      return clauses().stream().anyMatch(c -> c.kind() == kind && c.lists(variable));
    }

    /** Whether {@code default(none)} stands. */
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
   * @param here whether it starts at once on the encountering thread: so does a statement with a
   *     call that an {@code async-call} starts without waiting for it
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
   * {@code critical}: one thread at a time runs the statement after it, or another of that name.
   *
   * @param name the name; empty if it has none
   */
  record Critical(DirectiveComment comment, Optional<Name> name) implements Bare {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.CRITICAL;
    }

    /** As it is written. */
    @Override
    public String toString() {
      return kind().word() + name.map(n -> "(" + n.text() + ")").orElse("");
    }

    /** Whether another critical statement has the same name, so that the two exclude each other. */
    public boolean isSame(Critical other) {
      return name.map(Name::text).equals(other.name.map(Name::text));
    }
  }

  /** {@code parallel}: a team runs the statement after it, each thread all of it. */
  record Parallel(DirectiveComment comment, List<Clause> clauses) implements Construct {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.PARALLEL;
    }
  }

  /**
   * {@code task}: any thread of a team runs the statement after it, now or later.
   *
   * @param kind {@code task}, or {@code taskloop} for some iterations of a loop
   */
  record Task(DirectiveComment comment, DirectiveKind kind, List<Clause> clauses)
      implements Construct {

    /** Whether {@code default(shared)} stands. */
    public boolean sharesEverything() {
      return clause(ClauseKind.DEFAULT).isPresent() && !listsEverything();
    }
  }

  /** A directive whose statement is shared out to the threads of a team. */
  sealed interface WorkSharing extends InPlace permits For, Sections, Single {
    /** Whether a thread that has done its share continues without waiting for the others. */
    default boolean isNowait() {
      return clause(ClauseKind.NOWAIT).isPresent();
    }
  }

  /** {@code for}: a team shares the iterations of the loop after it. */
  record For(DirectiveComment comment, List<Clause> clauses) implements WorkSharing {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.FOR;
    }
  }

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

  /** {@code section}: the statement after it is one of those that are shared out. */
  record Section(DirectiveComment comment) implements Bare {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.SECTION;
    }
  }

  /**
   * {@code master}: the thread that has encountered the region runs the statement after it, or the
   * one whose number the clause {@code filter} gives.
   *
   * @param masked whether it is written as {@code masked}
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
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.TASKGROUP;
    }
  }

  /** {@code atomic}: the access in the statement after it is not divided by another one. */
  record Atomic(DirectiveComment comment, List<Clause> clauses) implements InPlace {
    @Override
    public DirectiveKind kind() {
      return DirectiveKind.ATOMIC;
    }

    /** What the statement does. */
    public ClauseKind access() {
      return clauses.stream()
          .map(Clause::kind)
          .filter(kind -> !kind.isMemoryOrder())
          .findFirst()
          .orElse(ClauseKind.UPDATE);
    }
  }

  /**
   * Two directives in one: {@code parallel for}, {@code parallel sections}; {@code taskloop} is a
   * task whose code is a shared loop.
   *
   * @param kind which one it is
   * @param region the region, with the clauses that only it takes
   * @param shared what is shared out in it, with the clauses that it takes
   */
  record Combined(
      DirectiveComment comment, DirectiveKind kind, Construct region, WorkSharing shared)
      implements Directive {}

  /** A directive that stands between two statements. */
  sealed interface Between extends Directive permits Wait, Sync {
    /** Its word. */
    String word();
  }

  /** A directive between two statements that is about the memory, the tasks or steps of a team. */
  sealed interface Sync extends Between
      permits Barrier, Flush, Taskwait, Taskyield, Taskcancel, Cancel {}

  /** {@code barrier}: every thread of the team waits for all others. */
  record Barrier(DirectiveComment comment) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.BARRIER.word();
    }
  }

  /**
   * {@code flush}: what the thread has written, others see; the variables it names change nothing.
   */
  record Flush(DirectiveComment comment, List<Name> names) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.FLUSH.word();
    }
  }

  /** {@code taskwait}: waits for the tasks that this one has created. */
  record Taskwait(DirectiveComment comment) implements Sync {
    @Override
    public String word() {
      return DirectiveKind.TASKWAIT.word();
    }
  }

  /** {@code taskcancel}: cancels the blocks of some tags, in the words of an older compiler. */
  record Taskcancel(DirectiveComment comment, List<Name> tags) implements Sync {
    @Override
    public String word() {
      return Grammar.TASKCANCEL;
    }
  }

  /**
   * {@code cancel} and {@code cancellation point}: the code around it ends early.
   *
   * @param what {@code parallel}, {@code for}, {@code sections} or {@code taskgroup}
   * @param isPoint whether it only looks whether another thread has cancelled that
   */
  record Cancel(DirectiveComment comment, DirectiveKind what, boolean isPoint) implements Sync {
    @Override
    public String word() {
      return (isPoint ? DirectiveKind.CANCELLATION_POINT : DirectiveKind.CANCEL).word();
    }

    /** As it is written. */
    public String text() {
      return word() + " " + what.word();
    }
  }

  /** {@code taskyield}: the thread may run another task. */
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
   * @param isOlder whether it is written as {@code taskwait}, which is for the whole program
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
