package dev.hocket.flow.flink;

import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Calls back once when the user or the system asks the JVM to end, on another thread; then the JVM
 * ends. A second request ends it at once.
 */
// Not a shutdown hook: those of Flink run beside it, and take away what a savepoint needs. The JDK
// has no supported way; where this one is missing, a hook must do.
final class Interruption {
  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;

  private final Runnable action;
  private boolean hasCome;

  private Interruption(Runnable action) {
    this.action = action;
  }

  /** Calls back from now on. */
  static void call(Runnable action) {
    Interruption interruption = new Interruption(action);
    try {
      interruption.handle("INT", INTERRUPTED);
      interruption.handle("TERM", TERMINATED);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      Runtime.getRuntime().addShutdownHook(new Thread(action, "hocket-savepoint"));
    }
  }

  private void handle(String name, int exitCode) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object own =
        Proxy.newProxyInstance(
            Interruption.class.getClassLoader(),
            List.of(handler).toArray(Class<?>[]::new),
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  case "toString" -> "handler of " + name;
                  default -> {
                    come(exitCode);
                    yield null;
                  }
                });
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
  }

  private void come(int exitCode) {
    boolean isFirst;
    synchronized (this) {
      isFirst = !hasCome;
      hasCome = true;
    }
    if (isFirst) {
      action.run();
    }
    Runtime.getRuntime().exit(exitCode);
  }
}
