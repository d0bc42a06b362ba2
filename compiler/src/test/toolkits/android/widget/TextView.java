package android.widget;

public class TextView extends android.view.View {
  public void setText(CharSequence text) {}
}
