package javafx.collections;

public class FXCollections {
  public static <E> ObservableList<E> observableArrayList() {
    return null;
  }
}
