package dev.hocket.bench.windows;

import dev.hocket.bench.race.Race;
import java.awt.EventQueue;
import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import javax.swing.JLabel;
import javax.swing.JTable;

/**
 * A Swing program without a window whose event thread is never idle: each mouse event posts the
 * next. Prints the nanoseconds per event for three kinds of event: one does nothing, one paints a
 * table into a picture, and one computes for so long that the agent samples its stack. Each figure
 * is the median over batches of events, so that a short disturbance on the machine does not count.
 */
final class BusyEventThread {
  private static final int BATCHES = 60;
  private static final int STEPS = 40_000_000;

  /** Steps of Marsaglia's xorshift generator, which a compiler cannot shorten. */
  private static volatile long state = 88172645463325252L;

  /** A stack as deep as those of usual listeners. */
  private static final int DEPTH = 40;

  private final JLabel label = new JLabel();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Runnable handler;
  private final int batch;
  private final double[] nanos;
  private int handled;
  private long begin;

  private BusyEventThread(int batches, int batch, Runnable handler) {
    this.batch = batch;
    this.handler = handler;
    nanos = new double[batches];
    label.addMouseListener(
        new MouseAdapter() {
          @Override
          public void mouseReleased(MouseEvent event) {
            handle();
          }
        });
  }

  public static void main(String[] arguments) throws Exception {
    Runnable nothing = () -> {};
    Runnable paint = painting();
    Runnable compute = () -> compute(DEPTH);
    nanosOf(BATCHES, 3_000, nothing);
    nanosOf(BATCHES, 40, paint);
    nanosOf(BATCHES / 10, 1, compute);
    System.out.println(
        nanosOf(BATCHES, 3_000, nothing)
            + " "
            + nanosOf(BATCHES, 100, paint)
            + " "
            + nanosOf(BATCHES / 2, 1, compute));
    System.exit(0);
  }

  private static double nanosOf(int batches, int batch, Runnable handler)
      throws InterruptedException {
    BusyEventThread thread = new BusyEventThread(batches, batch, handler);
    thread.begin = System.nanoTime();
    thread.post();
    thread.done.await();
    Arrays.sort(thread.nanos);
    return Race.quantile(thread.nanos, .5);
  }

  private static Runnable painting() {
    JTable table = new JTable(20, 5);
    BufferedImage picture = new BufferedImage(400, 320, BufferedImage.TYPE_INT_RGB);
    table.setSize(400, 320);
    for (int row = 0; row < 20; row++) {
      for (int column = 0; column < 5; column++) {
        table.setValueAt("cell " + row * column, row, column);
      }
    }
    return () -> {
      Graphics2D graphics = picture.createGraphics();
      table.paint(graphics);
      graphics.dispose();
    };
  }

  private static void compute(int depth) {
    if (depth > 0) {
      compute(depth - 1);
      return;
    }
    long x = state;
    for (int i = 0; i < STEPS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    state = x;
  }

  private void post() {
    EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
    queue.postEvent(
        new MouseEvent(
            label, MouseEvent.MOUSE_RELEASED, System.currentTimeMillis(), 0, 1, 1, 1, false));
  }

  private void handle() {
    handler.run();
    handled++;
    if (handled % batch == 0) {
      long now = System.nanoTime();
      nanos[handled / batch - 1] = (double) (now - begin) / batch;
      begin = now;
    }
    if (handled < batch * nanos.length) {
      post();
    } else {
      done.countDown();
    }
  }
}
