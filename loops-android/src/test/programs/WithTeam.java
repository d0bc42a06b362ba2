package dev.hocket.camera;

/** The same with a team in the background: asynchronous and parallel. */
public final class WithTeam implements Pipeline {
  @Override
  public void onFrame(byte[] frame, Screen screen) {
    int[] points = new int[Camera.WIDTH * Camera.HEIGHT];
    //#omp target virtual(worker) await
    {
      //#omp parallel for
      for (int y = 0; y < Camera.HEIGHT; y++) {
        Camera.rowToBitmap(frame, points, y);
        Camera.greyRow(points, y);
      }
    }
    screen.show(points);
  }
}
