package dev.hocket.flow.flink;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls back when the user or the system asks the JVM to end, each action on a thread of its own;
 * when all have returned, the JVM ends. A second Ctrl-C ends it at once.
 */
// Not a shutdown hook: those of Flink run beside it, and take away what a savepoint needs. The JDK
// has no supported way; where this one is missing, a hook must do.
final class Interruption {
  private static final String CTRL_C = "INT";
  private static final String REQUEST = "TERM";
  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;

  private static final Interruption ONLY = new Interruption();

  private final List<Runnable> actions = new ArrayList<>();
  private boolean isInstalled;
  private boolean hasCome;
  private int presses;

  private Interruption() {}

  /** Calls back from now on, also if a request has come already and others are being saved. */
  static void call(Runnable action) {
    ONLY.add(action);
  }

  /** Calls an action back no longer. */
  static void forget(Runnable action) {
    ONLY.remove(action);
  }

  /** Returns whether a request has come, so that the JVM ends soon. */
  static boolean hasCome() {
    synchronized (ONLY) {
      return ONLY.hasCome;
    }
  }

  private synchronized void add(Runnable action) {
    actions.add(action);
    if (!isInstalled) {
      isInstalled = true;
      try {
        handle(CTRL_C, INTERRUPTED);
        handle(REQUEST, TERMINATED);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        Runtime.getRuntime().addShutdownHook(new Thread(this::runAll, "hocket-savepoint"));
      }
    }
  }

  private synchronized void remove(Runnable action) {
    actions.remove(action);
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
                    come(name, exitCode);
                    yield null;
                  }
                });
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), own);
  }

  // Ctrl-C reaches all processes of a terminal: this one, and the command line that has started it,
  // which requests the end of this one, too. So only a second Ctrl-C is a second request.
  private void come(String name, int exitCode) {
    boolean isFirst;
    boolean isPressedAgain;
    synchronized (this) {
      isFirst = !hasCome;
      hasCome = true;
      presses += name.equals(CTRL_C) ? 1 : 0;
      isPressedAgain = presses > 1;
    }
    if (isFirst) {
      runAll();
    }
    if (isFirst || isPressedAgain) {
      Runtime.getRuntime().exit(exitCode);
    }
  }

  /** Runs all actions at once, and those that are added meanwhile. */
  private void runAll() {
    for (List<Runnable> some = taken(); !some.isEmpty(); some = taken()) {
      List<Thread> threads =
          some.stream().map(action -> Thread.ofPlatform().daemon().start(action)).toList();
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  private synchronized List<Runnable> taken() {
    List<Runnable> taken = List.copyOf(actions);
    actions.clear();
    return taken;
  }
}
