import java.awt.EventQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Represents a window: every method must be called on the event thread, and prints what the window
 * would show.
 */
class Window {
  private final CountDownLatch idle = new CountDownLatch(1);
  private final StringBuilder shown = new StringBuilder();
  private final String query;
  private final int enough;
  private int pages;

  Window(String query, int enough) {
    this.query = query;
    this.enough = enough;
  }

  String query() {
    check();
    return query;
  }

  /** Whether the user has pressed Cancel, here after a number of pages. */
  boolean isCancelled() {
    check();
    return pages == enough;
  }

  void busy(boolean busy) {
    show(busy ? "busy" : "idle");
    if (!busy) {
      idle.countDown();
    }
  }

  void title(String title) {
    show("title " + title);
  }

  void add(String page) {
    pages++;
    show("page " + page);
  }

  void progress(int done, int all) {
    show(done + "/" + all);
  }

  void status(String text) {
    show(text);
  }

  void error(String text) {
    show("error: " + text);
  }

  /** Returns the text shown, after the window has become idle again. */
  String shown() throws InterruptedException {
    idle.await();
    return shown.toString();
  }

  private void show(String what) {
    check();
    shown.append(shown.isEmpty() ? "" : ", ").append(what);
  }

  private static void check() {
    if (!EventQueue.isDispatchThread()) {
      throw new IllegalStateException("not the event thread");
    }
  }
}
