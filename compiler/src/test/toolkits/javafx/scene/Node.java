package javafx.scene;

public class Node {
  public void setVisible(boolean visible) {}
}
