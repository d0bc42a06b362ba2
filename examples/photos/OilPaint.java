package photos;

import java.awt.image.BufferedImage;
import java.util.Arrays;

/**
 * Makes a photo look painted: each pixel takes the mean colour of those neighbours that have the
 * most frequent brightness. The rows of the result may be computed in any order and by several
 * threads.
 */
final class OilPaint {
  private static final int RADIUS = 11;
  private static final int LEVELS = 24;

  private final int width;
  private final int height;
  private final int[] from;
  private final int[] to;

  OilPaint(BufferedImage photo) {
    width = photo.getWidth();
    height = photo.getHeight();
    from = photo.getRGB(0, 0, width, height, null, 0, width);
    to = new int[from.length];
  }

  int height() {
    return height;
  }

  /** Computes one row of the result. */
  void row(int y) {
    int[] count = new int[LEVELS];
    int[] red = new int[LEVELS];
    int[] green = new int[LEVELS];
    int[] blue = new int[LEVELS];
    for (int x = 0; x < width; x++) {
      for (int[] sums : new int[][] {count, red, green, blue}) {
        Arrays.fill(sums, 0);
      }
      for (int v = Math.max(0, y - RADIUS); v <= Math.min(height - 1, y + RADIUS); v++) {
        for (int u = Math.max(0, x - RADIUS); u <= Math.min(width - 1, x + RADIUS); u++) {
          int rgb = from[v * width + u];
          int r = rgb >> 16 & 0xFF;
          int g = rgb >> 8 & 0xFF;
          int b = rgb & 0xFF;
          int level = (r + g + b) * LEVELS / (3 * 256);
          count[level]++;
          red[level] += r;
          green[level] += g;
          blue[level] += b;
        }
      }
      int most = 0;
      for (int level = 1; level < LEVELS; level++) {
        most = count[level] > count[most] ? level : most;
      }
      int n = count[most];
      to[y * width + x] = red[most] / n << 16 | green[most] / n << 8 | blue[most] / n;
    }
  }

  /** Returns the painting; call it when all rows have been computed. */
  BufferedImage result() {
    BufferedImage painting = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    painting.setRGB(0, 0, width, height, to, 0, width);
    return painting;
  }
}
