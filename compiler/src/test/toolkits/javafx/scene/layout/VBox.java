package javafx.scene.layout;

public class VBox extends javafx.scene.Node {
  public javafx.collections.ObservableList<javafx.scene.Node> getChildren() {
    return null;
  }
}
