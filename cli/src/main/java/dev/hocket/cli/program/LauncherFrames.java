package dev.hocket.cli.program;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Removes the frames that called {@code main} from a stack trace, so that it looks as with {@code
 * java}.
 */
final class LauncherFrames {
  private static final List<String> BELOW_MAIN =
      List.of("dev.hocket.cli.", "java.lang.reflect.", "java.lang.invoke.", "jdk.internal.");

  private LauncherFrames() {}

  static void cutFrom(Throwable thrown) {
    cut(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static void cut(Throwable thrown, Set<Throwable> seen) {
    if (thrown == null || !seen.add(thrown)) {
      return;
    }
    StackTraceElement[] frames = thrown.getStackTrace();
    int kept = frames.length;
    while (kept > 0 && isLauncher(frames[kept - 1])) {
      kept--;
    }
    thrown.setStackTrace(Arrays.copyOf(frames, kept));
    cut(thrown.getCause(), seen);
    for (Throwable suppressed : thrown.getSuppressed()) {
      cut(suppressed, seen);
    }
  }

  private static boolean isLauncher(StackTraceElement frame) {
    return BELOW_MAIN.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
