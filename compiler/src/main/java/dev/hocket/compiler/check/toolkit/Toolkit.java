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

  /** The toolkit's name in messages. */
  String title() {
    return title;
  }

  /** The name of the target that is the toolkit's event thread. */
  String target() {
    return target;
  }
}
