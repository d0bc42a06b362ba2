package dev.hocket.events.model;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Runs virtual threads on the calling thread, one until it waits or yields, then the one that a schedule says. Nothing else
 * decides what happens when, so what is over is known: no thread is ready.
 *
 * <p>Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}: the JDK lets nobody choose the scheduler of a virtual
 * thread but its own tests.
 */
final class OneAtATime {
  static final String OPTION = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private final List<Runnable> ready = new ArrayList<>();
  private final Schedule schedule;

  OneAtATime(Schedule schedule) {
    this.schedule = schedule;
  }

  ThreadFactory factory() {
    try {
      Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      Constructor<?> constructor = builder.getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return ((Thread.Builder) constructor.newInstance((Executor) ready::add)).factory();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no virtual threads with a scheduler of our own; give the JVM " + OPTION, e);
    }
  }

  /** Until no thread can go on. */
  void run() {
    while (!ready.isEmpty()) {
      ready.remove(ready.size() == 1 ? 0 : schedule.next(ready.size())).run();
    }
  }
}
