package javafx.scene.control;

public class Label extends javafx.scene.Node {
  public void setText(String text) {}

  public String getText() {
    return "";
  }
}
