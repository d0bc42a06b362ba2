package javafx.collections;

public interface ObservableList<E> extends java.util.List<E> {}
