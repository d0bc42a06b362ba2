package dev.hocket.core;

import dev.hocket.core.platform.Throwables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Carries a failure from the block that threw it to the code that waited for it. */
final class Failures {
  /** The number of positions attached to one exception object, which may be thrown many times. */
  private static final int MOST_PLACES = 8;

  private static final String RESUMED_FROM = "resumed from ";

  /** The prefix that the compiler gives to methods that resume suspended activations. */
  private static final String RESUMER = "resume$";

  private Failures() {}

  /**
   * Handles a failure if the target has no handler of the program: prints it. But what leaves the
   * rest of a handler goes where it would have gone if the handler had not been suspended: toolkits
   * give an exception of a handler to the thread's own handler, or to the program's for all
   * threads.
   */
  static void uncaught(Block block, Throwable failure) {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler theirs = thread.getUncaughtExceptionHandler();
    boolean printsOnly =
        theirs.getClass() == ThreadGroup.class
            && Thread.getDefaultUncaughtExceptionHandler() == null;
    if (block.isRest() && !printsOnly) {
      theirs.uncaughtException(thread, failure);
    } else {
      print(block, failure);
    }
  }

  private static void print(Block block, Throwable failure) {
    System.err.println(
        "Exception in block "
            + block.label()
            + " on target "
            + block.target().name()
            + ", thread \""
            + Thread.currentThread().getName()
            + "\"");
    failure.printStackTrace();
  }

  /** Prints a failure whose handler failed too. */
  static void print(Block block, Throwable failure, Throwable inHandler) {
    System.err.println(
        "hocket: block "
            + block.label()
            + " failed with "
            + failure.getClass().getName()
            + "; the uncaught handler of target "
            + block.target().name()
            + " failed itself with "
            + inHandler.getClass().getName());
    Throwables.print(inHandler);
  }

  /** Attaches the position at which the calling thread receives a block's failure, once. */
  static Throwable at(Throwable failure, Block block) {
    return at(failure, block, callersOfOurs());
  }

  /** Attaches the position at which the calling thread receives another thread's failure, once. */
  static Throwable at(Throwable failure, String where) {
    return at(failure, where, callersOfOurs());
  }

  private static StackTraceElement[] callersOfOurs() {
    StackTraceElement[] trace = new Throwable().getStackTrace();
    return Arrays.stream(trace).dropWhile(Failures::isOurs).toArray(StackTraceElement[]::new);
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().startsWith("dev.hocket.core.")
        || frame.getClassName().startsWith("dev.hocket.directives.");
  }

  /** Attaches a position at which a block's failure is received, once. */
  static Throwable at(Throwable failure, Block block, StackTraceElement[] trace) {
    String where =
        "by the block " + block.label() + " on target " + block.target().name() + ", waited for";
    return at(failure, where, trace);
  }

  private static Throwable at(Throwable failure, String where, StackTraceElement[] trace) {
    Encounter here = new Encounter(where, trace);
    int places = 0;
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof Encounter encounter) {
        places++;
        if (encounter.isAt(here)) {
          return failure;
        }
      }
    }
    if (places < MOST_PLACES) {
      failure.addSuppressed(here);
    }
    return failure;
  }

  /**
   * Puts the suspended callers of an activation that a failure leaves into its stack trace, once.
   * They take the place that they would have if they had not been suspended, instead of the method
   * that resumed the activation. Suppressed exceptions stay the program's own.
   */
  static Throwable resumedFrom(Throwable failure, StackTraceElement[] callers) {
    StackTraceElement[] trace = failure.getStackTrace();
    if (Arrays.stream(trace).anyMatch(Failures::isResumedFrom)) {
      return failure;
    }
    int end = 0;
    while (end < trace.length && !resumes(trace[end])) {
      end++;
    }
    int rest = end < trace.length && isResumer(trace[end]) ? end + 1 : end;
    if (callers.length == 0 && rest == end) {
      return failure;
    }
    List<StackTraceElement> whole = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      if (!isEntry(trace, i)) {
        whole.add(trace[i]);
      }
    }
    for (StackTraceElement caller : callers) {
      whole.add(
          new StackTraceElement(
              RESUMED_FROM + caller.getClassName(),
              caller.getMethodName(),
              caller.getFileName(),
              caller.getLineNumber()));
    }
    whole.addAll(Arrays.asList(trace).subList(rest, trace.length));
    failure.setStackTrace(whole.toArray(StackTraceElement[]::new));
    return failure;
  }

  private static boolean isResumedFrom(StackTraceElement element) {
    return element.getClassName().startsWith(RESUMED_FROM);
  }

  /** Returns whether a stack frame belongs to the resuming code and not to the program. */
  private static boolean resumes(StackTraceElement element) {
    return element.getClassName().equals(Coroutine.class.getName()) || isResumer(element);
  }

  /**
   * Returns whether the frame is that of a resumer, which the compiler has named after the method
   * in the frame before.
   */
  private static boolean isEntry(StackTraceElement[] trace, int at) {
    return at > 0
        && trace[at].getLineNumber() < 0
        && trace[at - 1].getLineNumber() >= 0
        && trace[at].getMethodName().equals(trace[at - 1].getMethodName())
        && trace[at].getClassName().equals(trace[at - 1].getClassName());
  }

  private static boolean isResumer(StackTraceElement element) {
    return element.getMethodName().startsWith(RESUMER);
  }

  /** A note attached to a failure; its stack trace is that of the code that waited. */
  private static final class Encounter extends Exception {
    private static final long serialVersionUID = 1L;

    Encounter(String where, StackTraceElement[] trace) {
      super(where, null, false, true);
      setStackTrace(trace);
    }

    boolean isAt(Encounter other) {
      return getMessage().equals(other.getMessage())
          && Arrays.equals(getStackTrace(), other.getStackTrace());
    }

    @Override
    public String toString() {
      return "thrown " + getMessage();
    }
  }
}
