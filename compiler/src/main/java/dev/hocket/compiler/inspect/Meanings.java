package dev.hocket.compiler.inspect;

import dev.hocket.compiler.parse.ClauseKind;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.stream.Collectors;

/** Describes each kind of directive in a sentence. */
final class Meanings {
  private Meanings() {}

  static String of(Directive directive) {
    return switch (directive) {
      case Directive.Target target -> target(target);
      case Directive.Parallel team ->
          "A team of threads runs the statement, each thread all of it.";
      case Directive.Task task -> "Any thread of the team runs the statement, now or later.";
      case Directive.For loop -> "The threads of the team share the iterations of the loop.";
      case Directive.Sections sections -> "The threads of the team share the sections.";
      case Directive.Section section -> "One of the sections that the threads share.";
      case Directive.Single single -> "One thread of the team runs the statement.";
      case Directive.Master master ->
          "One thread of the team, that with the number, runs the statement.";
      case Directive.Critical critical ->
          "One thread at a time runs the statement" + critical.name().map(Meanings::or).orElse(".");
      case Directive.Ordered ordered -> "Runs the statement in the order of the iterations.";
      case Directive.Atomic atomic -> "No other atomic access comes in between.";
      case Directive.Taskgroup group ->
          "The end of the statement waits for all tasks created in it.";
      case Directive.Combined combined -> of(combined.region()) + " " + of(combined.shared());
      case Directive.FreeGuiTeam both -> of(both.block()) + " " + of(both.team());
      case Directive.Barrier barrier -> "Every thread of the team waits here for all others.";
      case Directive.Flush flush -> "Other threads see what this thread has written.";
      case Directive.Taskwait wait -> "Waits for the tasks that this task has created.";
      case Directive.Taskyield yield -> "The thread may run another task here.";
      case Directive.Taskcancel cancel -> "Cancels the blocks of " + names(cancel.tags()) + ".";
      case Directive.Cancel cancel -> "`" + cancel.text() + "`: the code around it ends early.";
      case Directive.Wait wait -> "Waits for the blocks of " + names(wait.tags()) + ".";
      case Directive.Async async ->
          "The method or lambda can be suspended: plain calls wait for it, and `await(…)` suspends"
              + " the caller with it.";
      case Directive.AsyncCall call ->
          "Calls of "
              + call.signatures().stream()
                  .map(each -> "`" + each + "`")
                  .collect(Collectors.joining(", "))
              + " in the statement: `"
              + call.mode().kind().word()
              + "`.";
    };
  }

  private static String or(Name name) {
    return ", or another critical statement `" + name.text() + "`.";
  }

  private static String target(Directive.Target target) {
    String name =
        target
            .clause(ClauseKind.VIRTUAL)
            .map(clause -> clause.names().getFirst().text())
            .orElse("worker");
    String waits =
        target.isAwaited()
            ? "The method is suspended until it has run."
            : target.isAsynchronous()
                ? "The code after it does not wait."
                : "The thread waits until it has run.";
    return "Runs the statement on the target `" + name + "`. " + waits;
  }

  private static String names(Iterable<Name> tags) {
    StringBuilder text = new StringBuilder();
    for (Name tag : tags) {
      text.append(text.isEmpty() ? "" : ", ").append('`').append(tag.text()).append('`');
    }
    return text.toString();
  }
}
