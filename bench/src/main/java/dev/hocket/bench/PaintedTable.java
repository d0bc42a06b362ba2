package dev.hocket.bench;

import java.awt.EventQueue;
import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import java.util.concurrent.CountDownLatch;
import javax.swing.JLabel;
import javax.swing.JTable;

/**
 * A Swing program without a window: mouse events that paint a table into a picture, each posted by
 * the one before. Prints nanoseconds an event, of short ones and of long ones.
 */
final class PaintedTable {
  private static final int WARM_UP = 1_500;
  private static final int SHORT = 6_000;
  private static final int LONG = 30;

  /** Paintings in a long event, which then takes long enough for a look at its stack. */
  private static final int PAINTINGS = 200;

  private final JLabel label = new JLabel();
  private final JTable table = new JTable(20, 5);
  private final BufferedImage picture = new BufferedImage(400, 320, BufferedImage.TYPE_INT_RGB);
  private final CountDownLatch done = new CountDownLatch(1);
  private final int paintings;
  private int left;

  private PaintedTable(int events, int paintings) {
    left = events;
    this.paintings = paintings;
    table.setSize(400, 320);
    for (int row = 0; row < 20; row++) {
      for (int column = 0; column < 5; column++) {
        table.setValueAt("cell " + row * column, row, column);
      }
    }
    label.addMouseListener(
        new MouseAdapter() {
          @Override
          public void mouseReleased(MouseEvent event) {
            handle();
          }
        });
  }

  public static void main(String[] arguments) throws Exception {
    nanos(WARM_UP, 1);
    System.out.println(nanos(SHORT, 1) + " " + nanos(LONG, PAINTINGS));
    System.exit(0);
  }

  private static double nanos(int events, int paintings) throws InterruptedException {
    PaintedTable one = new PaintedTable(events, paintings);
    long start = System.nanoTime();
    one.post();
    one.done.await();
    return (double) (System.nanoTime() - start) / events;
  }

  private void post() {
    EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
    queue.postEvent(
        new MouseEvent(
            label, MouseEvent.MOUSE_RELEASED, System.currentTimeMillis(), 0, 1, 1, 1, false));
  }

  private void handle() {
    Graphics2D graphics = picture.createGraphics();
    for (int i = 0; i < paintings; i++) {
      table.paint(graphics);
    }
    graphics.dispose();
    if (--left > 0) {
      post();
    } else {
      done.countDown();
    }
  }
}
