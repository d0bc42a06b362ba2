package dev.hocket.casestudies.logs;

import dev.hocket.casestudies.logs.Explorer.Options;
import dev.hocket.casestudies.logs.Hits.Hit;
import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.events.Events;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.event.WindowEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JTextField;

/**
 * A user who selects a line before the number of all lines is there, and waits for a search that
 * never ends. The arguments are folders for logs and data; the searches are made here.
 */
final class PatientUser {
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final Duration FIRST = LIMIT.multipliedBy(3).dividedBy(4);
  private static final Hits SOME = new Hits(2, false, List.of(hit(1), hit(0)));

  /**
   * Far more than is left of the limit after the first answer, and less than a limit of its own.
   */
  private static final Duration LATE = FIRST;

  private static final CountDownLatch selected = new CountDownLatch(1);
  private static final AtomicInteger endless = new AtomicInteger();
  private static final CompletableFuture<Boolean> inTime = new CompletableFuture<>();
  private static volatile JLabel found;

  private PatientUser() {}

  private static Hit hit(int number) {
    return new Hit(0, number, "line " + number);
  }

  private static Hits find(Query query, long enough, AtomicBoolean obsolete) throws Exception {
    boolean isEndless = query.words().getFirst().length() == "endless".length();
    boolean isFirst = enough == Hits.MOST_LINES;
    if (isFirst) {
      Events.timeOutEvt(isEndless ? FIRST : Duration.ZERO).sync();
      if (isEndless) {
        long firstEnded = System.nanoTime();
        Events.spawn(() -> seeWhetherItEnds(firstEnded));
      }
      return SOME;
    }
    if (!isEndless) {
      selected.await();
      return new Hits(7, true, SOME.newest());
    }
    endless.incrementAndGet();
    Eventually.holds(obsolete::get);
    endless.decrementAndGet();
    return Hits.SKIPPED;
  }

  /**
   * Time-outs fire in the order of their times, also those that are late because the machine stood
   * still, and so do the tasks that they post to the event thread.
   */
  private static void seeWhetherItEnds(long since) throws InterruptedException {
    Events.timeOutEvt(LATE.minusNanos(System.nanoTime() - since)).sync();
    EventQueue.invokeLater(() -> inTime.complete(found.getText().contains("was ended")));
  }

  public static void main(String[] arguments) throws Exception {
    Options options = new Options(Path.of(arguments[0]), Path.of(arguments[1]), false, -1, 1);
    Explorer explorer = Explorer.start(options);
    Search search = new Search(PatientUser::find, Targets.create("slow searches", 2));
    EventQueue.invokeLater(() -> LogWindow.open(explorer, search, LIMIT));
    Frame window = User.window();
    found = User.find(window, "found", JLabel.class);
    JList<?> lines = User.find(window, "lines", JList.class);
    JTextField query = User.find(window, "query", JTextField.class);

    EventQueue.invokeLater(() -> query.setText("two"));
    Eventually.holds(() -> User.text(found).startsWith("at least 2 "));
    EventQueue.invokeAndWait(() -> lines.setSelectedIndex(1));
    selected.countDown();
    Eventually.holds(() -> User.text(found).startsWith("7 "));
    System.out.println("selected " + User.onEventThread(lines::getSelectedValue));

    EventQueue.invokeLater(() -> query.setText("endless"));
    Eventually.holds(() -> User.text(found).contains("was ended"));
    Eventually.holds(() -> endless.get() == 0);
    System.out.println(
        inTime.get() ? "ended in time" : "not ended " + LATE + " after the first answer");
    EventQueue.invokeAndWait(
        () -> window.dispatchEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING)));
    explorer.join();
    System.exit(0);
  }
}
