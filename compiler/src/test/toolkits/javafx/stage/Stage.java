package javafx.stage;

public class Stage extends Window {
  public void setTitle(String title) {}
}
