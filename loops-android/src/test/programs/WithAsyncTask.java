package dev.hocket.camera;

import android.os.AsyncTask;

/** Android's class for work in the background. */
@SuppressWarnings("deprecation")
public final class WithAsyncTask implements Pipeline {
  @Override
  public void onFrame(byte[] frame, Screen screen) {
    new Grey(screen).execute(frame);
  }

  private static final class Grey extends AsyncTask<byte[], Void, int[]> {
    private final Screen screen;

    Grey(Screen screen) {
      this.screen = screen;
    }

    @Override
    protected int[] doInBackground(byte[]... frames) {
      int[] points = Camera.toBitmap(frames[0]);
      Camera.grey(points);
      return points;
    }

    @Override
    protected void onPostExecute(int[] points) {
      screen.show(points);
    }
  }
}
