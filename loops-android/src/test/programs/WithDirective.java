package dev.hocket.camera;

/** The sequential program with one directive. */
public final class WithDirective implements Pipeline {
  @Override
  public void onFrame(byte[] frame, Screen screen) {
    int[] points;
    //#omp target virtual(worker) await
    {
      points = Camera.toBitmap(frame);
      Camera.grey(points);
    }
    screen.show(points);
  }
}
