package dev.hocket.core.platform;

/** Optional dependencies: classes that core uses if the program has them. */
public final class Optionals {
  public static final boolean AWT = isPresent("java.awt.EventQueue");
  public static final boolean FLIGHT_RECORDER = isPresent("jdk.jfr.Event");
  public static final boolean MANAGEMENT = isPresent("java.lang.management.ThreadMXBean");

  private Optionals() {}

  /** Loads, without initialising it, a class of a toolkit that the program may have. */
  public static Class<?> ofToolkit(String className) throws ClassNotFoundException {
    try {
      return Class.forName(className, false, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException notThere) {
      return Class.forName(className, false, Optionals.class.getClassLoader());
    }
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, false, Optionals.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }
}
