package dev.hocket.directives.region;

import dev.hocket.core.Blocking;
import dev.hocket.core.Wait;
import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Static initialisers that use teams. While a thread initialises a class, every other thread that
 * uses the class waits for it, and code inside the class is such a use. If the initialiser waits
 * for the other threads of a team, and these for the class, all of them wait for ever.
 *
 * <p>A region in an initialiser therefore has one thread. Two cases remain, because a walk of the
 * stack takes longer than they do: a region right after another one of the same code that was in no
 * initialiser, and a task that an initialiser inside a region creates. They are reported if they
 * wait for long.
 */
public final class Initializers {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Hidden classes have initialisers, too. */
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES);

  private Initializers() {}

  /** Whether the calling thread runs an initialiser. Walks the stack, which takes 2 to 30 µs. */
  public static boolean areRunning() {
    return STACK.walk(frames -> frames.anyMatch(Initializers::isInitializer));
  }

  private static boolean isInitializer(StackFrame frame) {
    return frame.getMethodName().equals("<clinit>");
  }

  /**
   * Waits for other threads of a team, and reports both sides if the wait may last for ever.
   *
   * @param label the position of the region's directive
   * @param team the threads of the team
   */
  public static void await(Wait wait, String label, Supplier<Stream<Thread>> team) {
    await(wait, label, team, PATIENCE);
  }

  /** Does the same with another time until the report. */
  public static void await(
      Wait wait, String label, Supplier<Stream<Thread>> team, Duration patience) {
    if (!Blocking.awaitUninterruptibly(wait, patience)) {
      List<StackTraceElement> initializers =
          STACK.walk(frames ->
              frames
                  .filter(Initializers::isInitializer)
                  .map(StackFrame::toStackTraceElement)
                  .toList());
      if (!initializers.isEmpty()) {
        System.err.println(report(wait, label, team.get(), patience, initializers));
      }
      Blocking.awaitUninterruptibly(wait);
    }
  }

  private static String report(
      Wait wait,
      String label,
      Stream<Thread> team,
      Duration patience,
      List<StackTraceElement> initializers) {
    Thread me = Thread.currentThread();
    return "hocket: thread "
        + me.getName()
        + " has waited "
        + patience.toSeconds()
        + " s for "
        + wait.what()
        + " in the static initialiser of "
        + join(initializers.stream().map(at -> at.getClassName() + place(at)))
        + ". The other threads of the region at "
        + label
        + " are "
        + join(team.filter(other -> other != me).map(Initializers::at))
        + ". One that uses "
        + join(initializers.stream().map(StackTraceElement::getClassName))
        + " waits for the end of that initialiser, and both wait for ever. Move the parallel code"
        + " out of the initialiser, or give its directive if(false).";
  }

  private static String join(Stream<String> items) {
    return items.distinct().collect(Collectors.joining(", "));
  }

  /** The thread, with the innermost code on it that is not the library's. */
  private static String at(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .filter(frame -> !isOurs(frame))
        .findFirst()
        .map(frame -> thread.getName() + place(frame))
        .orElse(thread.getName());
  }

  private static boolean isOurs(StackTraceElement frame) {
    return Stream.of("dev.hocket.core.", "dev.hocket.directives.", "java.", "jdk.")
        .anyMatch(frame.getClassName()::startsWith);
  }

  private static String place(StackTraceElement at) {
    return " (" + at.getFileName() + ":" + at.getLineNumber() + ")";
  }
}
