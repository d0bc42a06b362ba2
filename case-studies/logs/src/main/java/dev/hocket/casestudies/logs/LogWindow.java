package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.guard;
import static dev.hocket.events.Events.timeOutEvt;

import dev.hocket.casestudies.logs.Alerts.Alert;
import dev.hocket.casestudies.logs.Hits.Hit;
import dev.hocket.casestudies.logs.Index.Subscription;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.IVar;
import dev.hocket.events.Multicast;
import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.swing.BorderFactory;
import javax.swing.DefaultListCellRenderer;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JSplitPane;
import javax.swing.JTextField;
import javax.swing.ListCellRenderer;
import javax.swing.WindowConstants;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

/**
 * The window: searches while one types, and shows counts and alerts. All methods run on the event
 * thread, and none keeps it: at each {@code await} the method is suspended, without a thread, and
 * continues on the event thread.
 */
final class LogWindow {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Dimension SIZE = new Dimension(1150, 700);
  private static final int TABLE_HEIGHT = 140;
  private static final int MARGIN = 8;
  private static final long MINUTE_SECONDS = 60;
  private static final long NANOS_IN_MS = 1_000_000;

  private final Explorer explorer;
  private final Search search;
  private final Duration limit;
  private final JFrame frame = new JFrame("Logs");
  private final JTextField query = new JTextField();
  private final JList<String> lines = new JList<>();
  private final JLabel found = new JLabel("Type a word.");
  private final JLabel total = new JLabel(" ");
  private final JLabel alert = new JLabel(" ");
  private final CountsTable counts = new CountsTable();

  /** Written when the user types on. */
  private IVar<Void> obsolete = new IVar<>();

  private LogWindow(Explorer explorer, Search search, Duration limit) {
    this.explorer = explorer;
    this.search = search;
    this.limit = limit;
  }

  /** Opens a window on an explorer, which ends when the window is closed. */
  static void open(Explorer explorer) {
    open(explorer, explorer.search(), LIMIT);
  }

  /**
   * Opens a window that searches in another way.
   *
   * @param limit how long a search may take, with the number of all lines
   */
  static void open(Explorer explorer, Search search, Duration limit) {
    LogWindow window = new LogWindow(explorer, search, limit);
    window.build();
    // #omp async-call nowait(followCounts())
    window.followCounts();
    // #omp async-call nowait(followAlerts())
    window.followAlerts();
  }

  /**
   * Searches for what is in the field: first for the newest lines, then for the number of all,
   * until it is found or the user types on.
   */
  private void typed() {
    obsolete.put(null);
    IVar<Void> typedOn = new IVar<>();
    obsolete = typedOn;
    long start = System.nanoTime();
    String text = query.getText();
    // Both answers together have the limit: a time-out alone would count from each await.
    Event<Void> timeOut = guard(() -> timeOutEvt(limit.minusNanos(System.nanoTime() - start)));
    Event<Optional<Hits>> noMore = choose(typedOn.getEvt(), timeOut).wrap(none -> Optional.empty());
    try {
      Optional<Hits> newest;
      // #omp await(sync())
      newest = choose(search.newestEvt(text).wrap(Optional::of), noMore).sync();
      newest.ifPresent(hits -> show(text, hits, System.nanoTime() - start));
      Optional<Hits> all = newest;
      if (newest.isPresent() && !newest.get().isWhole()) {
        // #omp await(sync())
        all = choose(search.allEvt(text).wrap(Optional::of), noMore).sync();
        // The newest lines are shown already, and the user may have selected one.
        all.ifPresent(hits -> showCount(text, hits, System.nanoTime() - start));
      }
      if (all.isEmpty() && obsolete == typedOn) {
        String ended = "The search for “%s” has taken %d s, and was ended";
        showWhy(newest.isPresent(), ended.formatted(text, limit.toSeconds()));
      }
    } catch (InterruptedException closing) {
      // The window is about to go.
    } catch (RuntimeException failed) {
      showWhy(false, "The search for “%s” failed: %s".formatted(text, failed.getMessage()));
    }
  }

  private void showWhy(boolean hasLines, String why) {
    if (!hasLines) {
      lines.setListData(new String[0]);
    }
    found.setText(why);
  }

  private void show(String text, Hits hits, long nanos) {
    lines.setListData(hits.newest().stream().map(Hit::line).toArray(String[]::new));
    showCount(text, hits, nanos);
  }

  private void showCount(String text, Hits hits, long nanos) {
    String count = hits.isWhole() ? "%,d" : "at least %,d";
    found.setText(
        (count + " lines with “%s”, in %d ms").formatted(hits.count(), text, nanos / NANOS_IN_MS));
  }

  /** Shows the counts of all lines that have been stored, until the index is closed. */
  // #omp async
  private void followCounts() {
    Subscription subscription;
    try {
      // #omp await(call(Q))
      subscription = explorer.index().subscribing().call(null);
      try (subscription) {
        show(subscription.whole());
        while (true) {
          News news;
          // #omp await(recv())
          news = subscription.listener().recv();
          show(news);
        }
      }
    } catch (ChannelClosedException | InterruptedException closed) {
      total.setText(total.getText() + ", closed");
    }
  }

  private void show(News news) {
    counts.add(news);
    total.setText("%,d lines".formatted(counts.lines()));
  }

  // #omp async
  private void followAlerts() {
    try (Multicast.Listener<Alert> alerts = explorer.alerts().multicast().listen()) {
      while (true) {
        Alert raised;
        // #omp await(recv())
        raised = alerts.recv();
        show(raised);
      }
    } catch (ChannelClosedException | InterruptedException closed) {
      // There are no more alerts.
    }
  }

  private void show(Alert raised) {
    Instant minute = Instant.ofEpochSecond(MINUTE_SECONDS * raised.minute());
    alert.setText(
        "%s had %d errors in the minute of %s"
            .formatted(raised.service(), raised.errors(), minute));
  }

  /** Stores everything before the window goes. */
  private void close() {
    total.setText("Storing what has been read …");
    // #omp target virtual(worker) await
    explorer.close();
    frame.dispose();
  }

  private void build() {
    lines.setCellRenderer(asText());
    lines.setFont(new Font(Font.MONOSPACED, Font.PLAIN, 12));
    lines.setPrototypeCellValue("one line");
    query.getDocument().addDocumentListener(new Typing());
    name();
    JPanel top = new JPanel(new BorderLayout(MARGIN, MARGIN));
    top.add(query, BorderLayout.CENTER);
    top.add(found, BorderLayout.SOUTH);
    JPanel bottom = new JPanel(new BorderLayout(MARGIN, MARGIN));
    bottom.add(total, BorderLayout.WEST);
    bottom.add(alert, BorderLayout.EAST);
    JScrollPane table = new JScrollPane(counts.table());
    table.setPreferredSize(new Dimension(SIZE.width, TABLE_HEIGHT));
    JPanel all = new JPanel(new BorderLayout(MARGIN, MARGIN));
    all.setBorder(BorderFactory.createEmptyBorder(MARGIN, MARGIN, MARGIN, MARGIN));
    all.add(top, BorderLayout.NORTH);
    all.add(
        new JSplitPane(JSplitPane.VERTICAL_SPLIT, table, new JScrollPane(lines)),
        BorderLayout.CENTER);
    all.add(bottom, BorderLayout.SOUTH);
    frame.setContentPane(all);
    frame.setSize(SIZE);
    frame.setDefaultCloseOperation(WindowConstants.DO_NOTHING_ON_CLOSE);
    frame.addWindowListener(
        new WindowAdapter() {
          @Override
          public void windowClosing(WindowEvent e) {
            close();
          }
        });
    frame.setVisible(true);
  }

  /** Shows a line as it is: a label would load the pictures of one that begins as HTML. */
  static ListCellRenderer<Object> asText() {
    DefaultListCellRenderer renderer = new DefaultListCellRenderer();
    renderer.putClientProperty("html.disable", Boolean.TRUE);
    return renderer;
  }

  /** Tests find components by these names. */
  private void name() {
    query.setName("query");
    lines.setName("lines");
    found.setName("found");
    total.setName("total");
    alert.setName("alert");
  }

  private final class Typing implements DocumentListener {
    @Override
    public void insertUpdate(DocumentEvent e) {
      typed();
    }

    @Override
    public void removeUpdate(DocumentEvent e) {
      typed();
    }

    @Override
    public void changedUpdate(DocumentEvent e) {
      typed();
    }
  }
}
