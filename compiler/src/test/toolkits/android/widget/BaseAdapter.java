package android.widget;

public abstract class BaseAdapter {
  public abstract int getCount();

  public void notifyDataSetChanged() {}
}
