package photos;

import java.awt.image.BufferedImage;
import java.io.IOException;

/**
 * A search result with its pictures, or with the reason why there are none.
 *
 * @param info the search result
 * @param thumbnail the small picture, null if the photo could not be loaded
 * @param preview the larger picture, null if the photo could not be loaded
 * @param problem the reason why there is no picture, null if there is one
 */
record PhotoWithImage(
    PhotoInfo info, BufferedImage thumbnail, BufferedImage preview, String problem) {
  static final int THUMBNAIL_WIDTH = 192;
  static final int THUMBNAIL_HEIGHT = 128;
  static final int PREVIEW_WIDTH = 384;
  static final int PREVIEW_HEIGHT = 256;

  /**
   * Loads, decodes and scales: the costly part of a search. A bad photo must not end the search.
   */
  static PhotoWithImage load(PhotoService service, PhotoInfo info) {
    try {
      BufferedImage photo = Images.decode(service.fetch(info.uri()));
      BufferedImage preview = Images.scaleToFit(photo, PREVIEW_WIDTH, PREVIEW_HEIGHT);
      BufferedImage thumbnail = Images.scaleToFit(preview, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
      return new PhotoWithImage(info, thumbnail, preview, null);
    } catch (IOException e) {
      return new PhotoWithImage(info, null, null, e.getMessage());
    }
  }

  boolean isBroken() {
    return problem != null;
  }
}
