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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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

  private static final CountDownLatch selected = new CountDownLatch(1);
  private static volatile long firstEnded;
  private static volatile Duration rest;

  private PatientUser() {}

  private static Hit hit(int number) {
    return new Hit(0, number, "line " + number);
  }

  private static Hits find(Query query, long enough, AtomicBoolean obsolete) throws Exception {
    boolean isEndless = query.words().getFirst().length() == "endless".length();
    boolean isFirst = enough == Hits.MOST_LINES;
    if (isFirst) {
      Events.timeOutEvt(isEndless ? FIRST : Duration.ZERO).sync();
      firstEnded = System.nanoTime();
      return SOME;
    }
    if (!isEndless) {
      selected.await();
      return new Hits(7, true, SOME.newest());
    }
    Eventually.holds(obsolete::get);
    rest = Duration.ofNanos(System.nanoTime() - firstEnded);
    return Hits.SKIPPED;
  }

  public static void main(String[] arguments) throws Exception {
    Options options = new Options(Path.of(arguments[0]), Path.of(arguments[1]), false, -1, 1);
    Explorer explorer = Explorer.start(options);
    Search search = new Search(PatientUser::find, Targets.create("slow searches", 2));
    EventQueue.invokeLater(() -> LogWindow.open(explorer, search, LIMIT));
    Frame window = User.window();
    JLabel found = User.find(window, "found", JLabel.class);
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
    Eventually.holds(() -> rest != null);
    boolean isInTime = FIRST.plus(rest).compareTo(LIMIT.plus(FIRST.dividedBy(2))) < 0;
    System.out.println(isInTime ? "ended in time" : "ended " + rest + " after the first answer");
    EventQueue.invokeAndWait(
        () -> window.dispatchEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING)));
    explorer.join();
    System.exit(0);
  }
}
