package dev.hocket.core.loops;

import static java.lang.invoke.MethodType.methodType;

import dev.hocket.core.platform.Optionals;
import dev.hocket.core.platform.Throwables;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The main thread of an Android application, as target {@code android}. Android is no dependency,
 * not even to compile against: its classes are found by reflection.
 */
final class AndroidLoop implements ToolkitLoop {
  private final Thread thread;

  /** {@code post(Runnable)} of a handler on the main looper; false if the looper has quit. */
  private final MethodHandle post;

  /**
   * Finds the main looper, which exists before any code of an application runs.
   *
   * @throws ReflectiveOperationException in a program without Android, or with classes of Android
   *     that only serve to compile against
   * @throws NullPointerException in a program that has the classes and is no Android application
   */
  AndroidLoop() throws ReflectiveOperationException {
    Class<?> looperClass = Optionals.ofToolkit("android.os.Looper");
    Class<?> handlerClass = Optionals.ofToolkit("android.os.Handler");
    Object looper = looperClass.getMethod("getMainLooper").invoke(null);
    thread = (Thread) looperClass.getMethod("getThread").invoke(looper);
    Object handler = handlerClass.getConstructor(looperClass).newInstance(looper);
    post =
        MethodHandles.publicLookup()
            .findVirtual(handlerClass, "post", methodType(boolean.class, Runnable.class))
            .bindTo(handler);
  }

  @Override
  public String name() {
    return "android";
  }

  @Override
  public boolean isLoopThread() {
    return Thread.currentThread() == thread;
  }

  @Override
  public void post(Runnable task) {
    boolean taken;
    try {
      taken = (boolean) post.invokeExact(task);
    } catch (Throwable failed) {
      throw Throwables.sneak(failed);
    }
    if (!taken) {
      throw new IllegalStateException("the main looper has quit");
    }
  }

  @Override
  public boolean isAlive() {
    return thread.isAlive();
  }
}
