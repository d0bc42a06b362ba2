package javafx.scene.control;

public class TreeItem<T> {
  public TreeItem(T value) {}

  public javafx.collections.ObservableList<TreeItem<T>> getChildren() {
    return null;
  }
}
