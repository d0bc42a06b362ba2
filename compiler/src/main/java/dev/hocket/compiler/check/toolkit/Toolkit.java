package dev.hocket.compiler.check.toolkit;

/** A graphical toolkit with an event thread. */
enum Toolkit {
  SWING("Swing", "edt"),
  JAVAFX("JavaFX", "fx"),
  ANDROID("Android", "android");

  private final String title;
  private final String target;

  Toolkit(String title, String target) {
    this.title = title;
    this.target = target;
  }

  /** Its name in messages. */
  String title() {
    return title;
  }

  /** The target that is its event thread. */
  String target() {
    return target;
  }
}
