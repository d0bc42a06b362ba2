package android.view;

public class View {
  public void setVisibility(int visibility) {}

  public void postInvalidate() {}

  public boolean post(Runnable task) {
    return true;
  }
}
