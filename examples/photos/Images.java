package photos;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Decodes and scales pictures from untrusted sources. */
final class Images {
  /** A JPEG of a few kilobytes may claim gigabytes of pixels, so check the size before decoding. */
  private static final long MAX_PIXELS = 40_000_000;

  private Images() {}

  static BufferedImage decode(byte[] jpeg) throws IOException {
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(jpeg))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new IOException("not a picture (" + jpeg.length + " bytes)");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        return decode(reader);
      } finally {
        reader.dispose();
      }
    }
  }

  private static BufferedImage decode(ImageReader reader) throws IOException {
    try {
      long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
      if (pixels > MAX_PIXELS) {
        throw new IOException("picture too large: " + pixels + " pixels, limit " + MAX_PIXELS);
      }
      return reader.read(0);
    } catch (RuntimeException e) {
      // The JPEG reader throws unchecked exceptions for some kinds of damage.
      throw new IOException("damaged picture: " + e.getMessage(), e);
    }
  }

  /** Scales by halving while possible, so that every pixel of a large photo counts. */
  static BufferedImage scaleToFit(BufferedImage photo, int maxWidth, int maxHeight) {
    double scale =
        Math.min((double) maxWidth / photo.getWidth(), (double) maxHeight / photo.getHeight());
    int width = Math.max(1, (int) Math.round(photo.getWidth() * scale));
    int height = Math.max(1, (int) Math.round(photo.getHeight() * scale));
    BufferedImage step = photo;
    while (step.getWidth() >= 2 * width && step.getHeight() >= 2 * height) {
      step = scale(step, step.getWidth() / 2, step.getHeight() / 2);
    }
    return scale(step, width, height);
  }

  private static BufferedImage scale(BufferedImage from, int width, int height) {
    BufferedImage to = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = to.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    g.drawImage(from, 0, 0, width, height, null);
    g.dispose();
    return to;
  }
}
