package dev.hocket.events.waiting;

import dev.hocket.core.Span;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** The places where waiters began to wait; kept only while tracing is on. */
public final class Trace {
  private static final String PROPERTY = "hocket.events.trace";
  private static final int MOST_FRAMES = 8;
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
  private static final String PACKAGE = "dev.hocket.events";
  private static final ProtectionDomain OURS = Trace.class.getProtectionDomain();

  private static final Map<Synchronization, List<StackTraceElement>> SITES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static volatile boolean on = Boolean.getBoolean(PROPERTY);

  private Trace() {}

  public static void set(boolean newOn) {
    on = newOn;
  }

  public static boolean isOn() {
    return on;
  }

  /** Records the calling code, if tracing is on. */
  static void note(Synchronization sync) {
    if (on) {
      SITES.put(
          sync,
          WALKER.walk(frames ->
              frames
                  .dropWhile(f -> isOurs(f.getDeclaringClass()))
                  .limit(MOST_FRAMES)
                  .map(StackWalker.StackFrame::toStackTraceElement)
                  .toList()));
    }
  }

  /** Returns the file and line that called the library, in words. */
  public static String caller() {
    return WALKER.walk(frames ->
        frames
            .dropWhile(f -> isOurs(f.getDeclaringClass()))
            .findFirst()
            .map(StackWalker.StackFrame::toStackTraceElement)
            .map(Trace::place)
            .orElse("an unknown place"));
  }

  private static String place(StackTraceElement frame) {
    return frame.getFileName() == null || frame.getLineNumber() < 0
        ? frame.getClassName() + "." + frame.getMethodName()
        : frame.getFileName() + ":" + frame.getLineNumber();
  }

  /**
   * Returns whether a class is the library's, or {@link Span}, which calls it. Compares class
   * loader and package: a program may be packed into one archive with the library, and tests share
   * its package.
   */
  private static boolean isOurs(Class<?> type) {
    return type == Span.class
        || type.getPackageName().startsWith(PACKAGE) && type.getProtectionDomain() == OURS;
  }

  /** Returns the place where a waiter began to wait; empty if tracing was off then. */
  public static List<StackTraceElement> site(Synchronization sync) {
    return SITES.getOrDefault(sync, List.of());
  }
}
