package javafx.scene.control;

public class ListView<T> extends javafx.scene.Node {
  public javafx.collections.ObservableList<T> getItems() {
    return null;
  }
}
