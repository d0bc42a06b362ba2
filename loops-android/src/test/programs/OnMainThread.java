package dev.hocket.camera;

/** The event thread does everything itself. */
public final class OnMainThread implements Pipeline {
  @Override
  public void onFrame(byte[] frame, Screen screen) {
    int[] points = Camera.toBitmap(frame);
    Camera.grey(points);
    screen.show(points);
  }
}
