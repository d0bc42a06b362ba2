package photos;

import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import javax.swing.JComponent;

/** Shows the selected photo larger. */
final class PreviewPane extends JComponent {
  private static final long serialVersionUID = 1L;
  private static final int MARGIN = 15;
  private static final int PADDING = 16;

  /** The selected photo; null if nothing is selected. */
  private transient PhotoWithImage photo;

  /** The photo's picture or its painting. */
  private transient BufferedImage picture;

  PreviewPane() {
    int width = PhotoWithImage.PREVIEW_WIDTH + 2 * PADDING + MARGIN;
    setPreferredSize(new Dimension(width, 10));
  }

  void show(PhotoWithImage selected) {
    photo = selected;
    picture = selected == null ? null : selected.preview();
    repaint();
  }

  /** The selected photo; null if nothing is selected. */
  PhotoWithImage photo() {
    return photo;
  }

  /** Shows a painting of a photo, if that is still the selected one. */
  void showPainting(PhotoWithImage painted, BufferedImage painting) {
    if (photo == painted) {
      picture = painting;
      repaint();
    }
  }

  @Override
  protected void paintComponent(Graphics graphics) {
    Graphics2D g = Theme.smooth(graphics);
    double width = getWidth() - MARGIN;
    double height = PhotoWithImage.PREVIEW_HEIGHT + 2.0 * PADDING + 62;
    g.setColor(Theme.SURFACE);
    g.fill(new RoundRectangle2D.Double(0, MARGIN, width, height, Theme.ARC, Theme.ARC));
    g.setColor(Theme.LINE);
    g.draw(new RoundRectangle2D.Double(0, MARGIN, width - 1, height - 1, Theme.ARC, Theme.ARC));
    int top = MARGIN + PADDING;
    int textTop = top + PhotoWithImage.PREVIEW_HEIGHT + 30;
    if (photo == null || photo.isBroken()) {
      g.setColor(Theme.PAGE);
      g.fillRect(PADDING, top, PhotoWithImage.PREVIEW_WIDTH, PhotoWithImage.PREVIEW_HEIGHT);
    } else {
      int spare = PhotoWithImage.PREVIEW_WIDTH - picture.getWidth();
      g.drawImage(picture, PADDING + spare / 2, top, null);
    }
    g.setFont(Theme.font(Font.BOLD, 16));
    g.setColor(Theme.INK);
    g.drawString(photo == null ? "No photo selected" : photo.info().title(), PADDING, textTop);
    g.setFont(Theme.font(Font.PLAIN, 12));
    g.setColor(Theme.MUTED);
    g.drawString(detail(), PADDING, textTop + 23);
    g.dispose();
  }

  private String detail() {
    if (photo == null) {
      return "Click a thumbnail, also while a search runs.";
    }
    return photo.isBroken() ? photo.problem() : "Photo " + photo.info().id();
  }
}
