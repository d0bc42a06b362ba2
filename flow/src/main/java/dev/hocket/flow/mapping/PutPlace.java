package dev.hocket.flow.mapping;

import dev.hocket.flow.graph.Position;
import dev.hocket.flow.state.Types;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.security.CodeSource;
import java.util.Objects;

/** The place in the program's source that the current thread comes from. */
final class PutPlace {
  private PutPlace() {}

  /** Returns the place of the innermost code of the program; null if none is on the stack. */
  static Position here() {
    return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .filter(PutPlace::isOfProgram)
                .map(StackFrame::toStackTraceElement)
                .filter(frame -> frame.getFileName() != null && frame.getLineNumber() > 0)
                .findFirst()
                .map(frame -> new Position(frame.getFileName(), frame.getLineNumber(), 0))
                .orElse(null));
  }

  private static boolean isOfProgram(StackFrame frame) {
    Class<?> type = frame.getDeclaringClass();
    return !Types.isOfJdk(type)
        && !type.getName().startsWith("clojure.")
        && !java.lang.reflect.Proxy.isProxyClass(type)
        && !Objects.equals(source(type), source(PutPlace.class));
  }

  private static CodeSource source(Class<?> type) {
    return type.getProtectionDomain().getCodeSource();
  }
}
