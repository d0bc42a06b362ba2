package dev.hocket.core;

/** Parts of the JDK that core uses where they are there and does without where they are not. */
final class Optionals {
  static final boolean AWT = isPresent("java.awt.EventQueue");
  static final boolean FLIGHT_RECORDER = isPresent("jdk.jfr.Event");

  private Optionals() {}

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, false, Optionals.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }
}
