package dev.hocket.camera;

import java.util.Random;

/** A camera with a frame of 640 × 480 points in the format NV21: 460,800 bytes, as in the paper. */
public final class Camera {
  public static final int WIDTH = 640;
  public static final int HEIGHT = 480;

  /** Called in the middle of each computation, by the thread that computes. */
  static volatile Runnable inTheMiddle = () -> {};

  private final byte[] frame = new byte[WIDTH * HEIGHT * 3 / 2];

  public Camera(long seed) {
    new Random(seed).nextBytes(frame);
  }

  /** The current frame. */
  public byte[] frame() {
    return frame;
  }

  /**
   * Converts a frame to the format of a bitmap, {@code 0xAARRGGBB}: a byte of brightness for each
   * point, followed by two bytes of colour for each four points.
   */
  public static int[] toBitmap(byte[] nv21) {
    int[] points = new int[WIDTH * HEIGHT];
    for (int y = 0; y < HEIGHT; y++) {
      rowToBitmap(nv21, points, y);
    }
    return points;
  }

  public static void rowToBitmap(byte[] nv21, int[] points, int y) {
    for (int x = 0; x < WIDTH; x++) {
      int brightness = Math.max(0, (nv21[y * WIDTH + x] & 255) - 16) * 1192;
      int colour = WIDTH * HEIGHT + y / 2 * WIDTH + (x & ~1);
      int v = (nv21[colour] & 255) - 128;
      int u = (nv21[colour + 1] & 255) - 128;
      int red = Math.clamp(brightness + 1634 * v, 0, 262143);
      int green = Math.clamp(brightness - 833 * v - 400 * u, 0, 262143);
      int blue = Math.clamp(brightness + 2066 * u, 0, 262143);
      points[y * WIDTH + x] = 0xff000000 | red >> 10 << 16 | green >> 10 << 8 | blue >> 10;
    }
  }

  /** Replaces the colours of a row by grey of the same brightness. */
  public static void greyRow(int[] points, int y) {
    if (y == HEIGHT / 2) {
      inTheMiddle.run();
    }
    for (int i = y * WIDTH; i < (y + 1) * WIDTH; i++) {
      int point = points[i];
      double grey =
          0.2125 * (point >> 16 & 255) + 0.7154 * (point >> 8 & 255) + 0.0721 * (point & 255);
      points[i] = 0xff000000 | (int) grey * 0x10101;
    }
  }

  public static void grey(int[] points) {
    for (int y = 0; y < HEIGHT; y++) {
      greyRow(points, y);
    }
  }
}
