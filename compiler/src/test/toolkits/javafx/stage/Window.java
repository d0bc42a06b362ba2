package javafx.stage;

public class Window {
  public void hide() {}
}
