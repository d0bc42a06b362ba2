package photos;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Insets;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.RoundRectangle2D;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JProgressBar;
import javax.swing.JSpinner;
import javax.swing.border.AbstractBorder;
import javax.swing.plaf.basic.BasicProgressBarUI;
import javax.swing.plaf.basic.BasicScrollBarUI;
import javax.swing.plaf.basic.BasicSpinnerUI;

/** Colours, fonts, and replacements for the few Swing components that look bad. */
final class Theme {
  static final Color PAGE = new Color(0xF4F5F9);
  static final Color SURFACE = Color.WHITE;
  static final Color LINE = new Color(0xD9DCE6);
  static final Color INK = new Color(0x1F2433);
  static final Color MUTED = new Color(0x6B7285);
  static final Color ACCENT = new Color(0x3B5BDB);
  static final Color ACCENT_SOFT = new Color(0xE3E9FF);
  static final Color TROUBLE = new Color(0xB42318);
  static final int ARC = 12;

  private Theme() {}

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  static Graphics2D smooth(Graphics graphics) {
    Graphics2D g = (Graphics2D) graphics.create();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    return g;
  }

  /** A round-cornered line around a field. */
  static final class RoundBorder extends AbstractBorder {
    private static final long serialVersionUID = 1L;
    private final int vertical;
    private final int horizontal;

    RoundBorder(int vertical, int horizontal) {
      this.vertical = vertical;
      this.horizontal = horizontal;
    }

    @Override
    public void paintBorder(Component c, Graphics graphics, int x, int y, int width, int height) {
      Graphics2D g = smooth(graphics);
      g.setColor(c.isFocusOwner() ? ACCENT : LINE);
      g.setStroke(new BasicStroke(c.isFocusOwner() ? 2f : 1.2f));
      g.draw(new RoundRectangle2D.Double(x + 1, y + 1, width - 2.5, height - 2.5, ARC, ARC));
      g.dispose();
    }

    @Override
    public Insets getBorderInsets(Component c, Insets insets) {
      insets.set(vertical, horizontal, vertical, horizontal);
      return insets;
    }
  }

  /** A flat button: filled for the main action, outlined for the others. */
  static final class FlatButton extends JButton {
    private static final long serialVersionUID = 1L;
    private final boolean filled;

    FlatButton(String text, boolean filled) {
      super(text);
      this.filled = filled;
      setFont(font(Font.BOLD, 14));
      setContentAreaFilled(false);
      setFocusPainted(false);
      setRolloverEnabled(true);
      setBorder(BorderFactory.createEmptyBorder(9, 20, 9, 20));
    }

    @Override
    protected void paintComponent(Graphics graphics) {
      Graphics2D g = smooth(graphics);
      boolean pressed = getModel().isArmed() && getModel().isPressed();
      Color fill = filled ? ACCENT : getModel().isRollover() ? PAGE : SURFACE;
      g.setColor(!isEnabled() ? PAGE : pressed ? fill.darker() : fill);
      g.fill(new RoundRectangle2D.Double(0.5, 0.5, getWidth() - 1, getHeight() - 1, ARC, ARC));
      if (!filled || !isEnabled()) {
        g.setColor(LINE);
        g.draw(
            new RoundRectangle2D.Double(0.5, 0.5, getWidth() - 1.5, getHeight() - 1.5, ARC, ARC));
      }
      g.setFont(getFont());
      g.setColor(!isEnabled() ? MUTED : filled ? Color.WHITE : INK);
      int x = (getWidth() - g.getFontMetrics().stringWidth(getText())) / 2;
      int y = (getHeight() + g.getFontMetrics().getAscent() - g.getFontMetrics().getDescent()) / 2;
      g.drawString(getText(), x, y);
      g.dispose();
    }
  }

  /** A progress bar that is a line under the tool bar. */
  static JProgressBar thinProgressBar() {
    JProgressBar bar = new JProgressBar(0, 100);
    bar.setUI(new BasicProgressBarUI());
    bar.setBorder(BorderFactory.createEmptyBorder());
    bar.setBackground(LINE);
    bar.setForeground(ACCENT);
    bar.setPreferredSize(new Dimension(10, 5));
    return bar;
  }

  /** Makes a spinner match the fields beside it. */
  static JSpinner flat(JSpinner spinner) {
    spinner.setUI(
        new BasicSpinnerUI() {
          @Override
          protected Component createNextButton() {
            return flatArrow((JButton) super.createNextButton());
          }

          @Override
          protected Component createPreviousButton() {
            return flatArrow((JButton) super.createPreviousButton());
          }
        });
    spinner.setBorder(new RoundBorder(2, 8));
    spinner.setBackground(SURFACE);
    spinner.getEditor().setBorder(BorderFactory.createEmptyBorder());
    return spinner;
  }

  private static JButton flatArrow(JButton arrow) {
    arrow.setBorder(BorderFactory.createEmptyBorder(2, 2, 2, 2));
    // Swing draws the arrows over the border, so they must be transparent.
    arrow.setOpaque(false);
    arrow.setBackground(new Color(0, 0, 0, 0));
    return arrow;
  }

  /** A scroll bar with only a rounded thumb. */
  static final class SlimScrollBarUI extends BasicScrollBarUI {
    private static final int WIDTH = 12;

    @Override
    public Dimension getPreferredSize(JComponent bar) {
      return new Dimension(WIDTH, WIDTH);
    }

    @Override
    protected void paintTrack(Graphics g, JComponent bar, Rectangle bounds) {
      g.setColor(PAGE);
      g.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
    }

    @Override
    protected void paintThumb(Graphics graphics, JComponent bar, Rectangle bounds) {
      Graphics2D g = smooth(graphics);
      g.setColor(isDragging ? MUTED : LINE.darker());
      g.fillRoundRect(bounds.x + 2, bounds.y + 2, bounds.width - 4, bounds.height - 4, 8, 8);
      g.dispose();
    }

    @Override
    protected JButton createDecreaseButton(int orientation) {
      return noButton();
    }

    @Override
    protected JButton createIncreaseButton(int orientation) {
      return noButton();
    }

    private static JButton noButton() {
      JButton none = new JButton();
      none.setPreferredSize(new Dimension(0, 0));
      return none;
    }
  }
}
