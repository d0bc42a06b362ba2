package photos;

import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.event.MouseEvent;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.util.Collections;
import javax.swing.BorderFactory;
import javax.swing.DefaultListModel;
import javax.swing.JComponent;
import javax.swing.JList;
import javax.swing.ListCellRenderer;
import javax.swing.ListSelectionModel;

/**
 * A grid of thumbnails with captions; it fills rows from left to right, as wide as its parent
 * allows.
 */
final class ThumbnailList extends JList<PhotoWithImage> {
  private static final long serialVersionUID = 1L;
  static final int CELL_WIDTH = 224;
  static final int CELL_HEIGHT = 188;
  static final int MARGIN = 8;

  private final transient DefaultListModel<PhotoWithImage> photos = new DefaultListModel<>();

  ThumbnailList() {
    setModel(photos);
    setLayoutOrientation(HORIZONTAL_WRAP);
    setVisibleRowCount(-1);
    setFixedCellWidth(CELL_WIDTH);
    setFixedCellHeight(CELL_HEIGHT);
    setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
    setBackground(Theme.PAGE);
    setBorder(BorderFactory.createEmptyBorder(MARGIN, MARGIN, MARGIN, MARGIN));
    setCellRenderer(new Tile());
  }

  void addToDisplay(PhotoWithImage photo) {
    photos.addElement(photo);
  }

  void clear() {
    photos.clear();
  }

  int count() {
    return photos.size();
  }

  long brokenCount() {
    return Collections.list(photos.elements()).stream().filter(PhotoWithImage::isBroken).count();
  }

  /**
   * A click only selects. The usual handling of {@link JList} can do more, but asks for the menu
   * shortcut key, which throws an exception without a display.
   */
  @Override
  protected void processMouseEvent(MouseEvent e) {
    if (e.getID() == MouseEvent.MOUSE_PRESSED && e.getButton() == MouseEvent.BUTTON1) {
      requestFocusInWindow();
      int index = locationToIndex(e.getPoint());
      if (index >= 0 && getCellBounds(index, index).contains(e.getPoint())) {
        setSelectedIndex(index);
      }
    }
  }

  @Override
  protected void paintComponent(Graphics graphics) {
    super.paintComponent(graphics);
    if (photos.isEmpty()) {
      Graphics2D g = Theme.smooth(graphics);
      g.setColor(Theme.MUTED);
      g.setFont(Theme.font(Font.PLAIN, 15));
      String hint = "Type what you would like to see and press Search.";
      g.drawString(hint, (getWidth() - g.getFontMetrics().stringWidth(hint)) / 2, getHeight() / 2);
      g.dispose();
    }
  }

  /** Draws one photo: a white card with the picture and its title. */
  private static final class Tile extends JComponent implements ListCellRenderer<PhotoWithImage> {
    private static final long serialVersionUID = 1L;
    private static final int GAP = 7;
    private static final int PADDING = 9;

    private transient PhotoWithImage photo;
    private boolean selected;

    @Override
    public Component getListCellRendererComponent(
        JList<? extends PhotoWithImage> list,
        PhotoWithImage value,
        int index,
        boolean isSelected,
        boolean cellHasFocus) {
      photo = value;
      selected = isSelected;
      setPreferredSize(new Dimension(CELL_WIDTH, CELL_HEIGHT));
      return this;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
      Graphics2D g = Theme.smooth(graphics);
      drawCard(g);
      int left = GAP + PADDING;
      int top = GAP + PADDING;
      if (photo.isBroken()) {
        drawProblem(g, left, top);
      } else {
        BufferedImage image = photo.thumbnail();
        int spare = PhotoWithImage.THUMBNAIL_WIDTH - image.getWidth();
        g.drawImage(image, left + spare / 2, top, null);
      }
      g.setFont(Theme.font(Font.PLAIN, 12));
      g.setColor(selected ? Theme.ACCENT : Theme.INK);
      int room = PhotoWithImage.THUMBNAIL_WIDTH;
      int baseline = top + PhotoWithImage.THUMBNAIL_HEIGHT + 19;
      g.drawString(shorten(photo.info().title(), g.getFontMetrics(), room), left + 1, baseline);
      g.dispose();
    }

    private void drawCard(Graphics2D g) {
      double width = getWidth() - 2.0 * GAP;
      double height = getHeight() - 2.0 * GAP;
      g.setColor(selected ? Theme.ACCENT_SOFT : Theme.SURFACE);
      g.fill(new RoundRectangle2D.Double(GAP, GAP, width, height, Theme.ARC, Theme.ARC));
      g.setColor(selected ? Theme.ACCENT : Theme.LINE);
      g.draw(new RoundRectangle2D.Double(GAP, GAP, width - 1, height - 1, Theme.ARC, Theme.ARC));
    }

    private static void drawProblem(Graphics2D g, int left, int top) {
      g.setColor(new Color(0xECEEF4));
      g.fillRect(left, top, PhotoWithImage.THUMBNAIL_WIDTH, PhotoWithImage.THUMBNAIL_HEIGHT);
      g.setColor(Theme.MUTED);
      g.setFont(Theme.font(Font.PLAIN, 12));
      String text = "could not be loaded";
      int room = PhotoWithImage.THUMBNAIL_WIDTH - g.getFontMetrics().stringWidth(text);
      g.drawString(text, left + room / 2, top + PhotoWithImage.THUMBNAIL_HEIGHT / 2 + 4);
    }

    private static String shorten(String text, FontMetrics metrics, int room) {
      if (metrics.stringWidth(text) <= room) {
        return text;
      }
      int length = text.length();
      while (length > 1 && metrics.stringWidth(text.substring(0, length) + "…") > room) {
        length--;
      }
      return text.substring(0, length) + "…";
    }
  }
}
