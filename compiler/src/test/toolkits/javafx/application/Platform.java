package javafx.application;

public class Platform {
  public static void runLater(Runnable task) {}

  public static boolean isFxApplicationThread() {
    return false;
  }
}
