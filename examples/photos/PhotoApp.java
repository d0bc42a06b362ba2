package photos;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Cursor;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.BoxLayout;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JProgressBar;
import javax.swing.JScrollPane;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.ScrollPaneConstants;
import javax.swing.SpinnerNumberModel;

/**
 * Image search, written sequentially: a click on Search asks the server, then loads, decodes and
 * scales one photo after the other. Compiled with plain javac, the {@code //#omp} lines are
 * comments and the window freezes until the last photo has arrived. Compiled with Hocket, the
 * search runs on the target {@code worker}, the target {@code edt} updates the window, and the
 * window stays responsive. A click on Oil paint then leaves the event thread as well, and computes
 * on every core that is free.
 */
final class PhotoApp extends JPanel implements ActionListener {
  private static final long serialVersionUID = 1L;
  static final int RESULTS_AT_FIRST = 12;

  final JTextField keywordField = new JTextField();
  final JSpinner resultsSpinner =
      Theme.flat(
          new JSpinner(new SpinnerNumberModel(RESULTS_AT_FIRST, 1, PhotoServer.MAX_RESULTS, 1)));
  final JButton searchButton = new Theme.FlatButton("Search", true);
  final JButton cancelButton = new Theme.FlatButton("Cancel", false);
  final JButton paintButton = new Theme.FlatButton("Oil paint", false);
  final ThumbnailList thumbnails = new ThumbnailList();
  final JScrollPane thumbnailsPane = new JScrollPane(thumbnails);
  private final JProgressBar progressBar = Theme.thinProgressBar();
  private final PreviewPane preview = new PreviewPane();
  private final JLabel status = new JLabel(" ");

  private final transient PhotoService service;
  private final transient Tally tally = new Tally();

  /**
   * The search whose photos are to be shown; null if there is none. Written by the event thread
   * only.
   */
  private transient volatile Search current;

  /** One click on Search. Its identity tells its photos from those of an earlier, cancelled one. */
  private static final class Search {
    final String keyword;

    /**
     * The reason of a failure; null if the search has not failed. Written before the search ends,
     * read when it has ended.
     */
    String problem;

    Search(String keyword) {
      this.keyword = keyword;
    }
  }

  /** Counters of the run so far. Only the event thread uses them. */
  static final class Tally {
    int searches;
    int thumbnails;
    int cancelled;
    int failed;

    /** The time of each photo from the click on Oil paint until it was shown. */
    final List<Long> paintNanos = new ArrayList<>();
  }

  PhotoApp(PhotoService service) {
    super(new BorderLayout());
    this.service = service;
    setBackground(Theme.PAGE);
    add(north(), BorderLayout.NORTH);
    add(thumbnailsPane, BorderLayout.CENTER);
    add(preview, BorderLayout.EAST);
    add(status, BorderLayout.SOUTH);
    styleThumbnails();
    status.setFont(Theme.font(Font.PLAIN, 13));
    status.setBorder(BorderFactory.createEmptyBorder(9, 18, 11, 18));
    tell("Ready.");
    searchButton.addActionListener(this);
    cancelButton.addActionListener(this);
    keywordField.addActionListener(this);
    paintButton.addActionListener(this::onPaint);
    cancelButton.setEnabled(false);
  }

  @Override
  public void actionPerformed(ActionEvent e) {
    if (e.getSource() == cancelButton) {
      cancel();
      return;
    }
    String keyword = keywordField.getText().strip();
    int resultsPerPage = (Integer) resultsSpinner.getValue();
    if (keyword.isEmpty()) {
      complain("Type a keyword first, for example: mountains");
      return;
    }
    Search search = begin(keyword);
    setCursor(Cursor.getPredefinedCursor(Cursor.WAIT_CURSOR));
    //#omp target virtual(worker) name_as(search)
    {
      try {
        List<PhotoInfo> list = service.search(keyword, resultsPerPage);
        for (int i = 0; i < list.size() && search == current; i++) {
          PhotoWithImage photo = PhotoWithImage.load(service, list.get(i));
          //#omp target virtual(edt) nowait firstprivate(i)
          {
            if (search == current) {
              progressBar.setValue((i + 1) * 100 / list.size());
              addToDisplay(photo);
            }
          }
        }
      } catch (IOException failure) {
        search.problem = failure.getMessage();
      } finally {
        //#omp target virtual(edt) nowait
        {
          if (search == current) {
            progressBar.setValue(0);
            setCursor(Cursor.getPredefinedCursor(Cursor.DEFAULT_CURSOR));
            end(search);
          }
        }
      }
    }
  }

  /** Shows the selected photo as an oil painting. */
  private void onPaint(ActionEvent e) {
    PhotoWithImage photo = preview.photo();
    if (photo == null || photo.isBroken()) {
      complain("Select a photo first");
      return;
    }
    long start = System.nanoTime();
    OilPaint paint = new OilPaint(photo.preview());
    //#omp target virtual(worker) await
    //#omp parallel for schedule(dynamic, 8)
    for (int y = 0; y < paint.height(); y++) {
      paint.row(y);
    }
    preview.showPainting(photo, paint.result());
    tally.paintNanos.add(System.nanoTime() - start);
  }

  /** A new search replaces one that still runs. */
  private Search begin(String keyword) {
    if (current != null) {
      tally.cancelled++;
    }
    Search search = new Search(keyword);
    current = search;
    tally.searches++;
    thumbnails.clear();
    progressBar.setValue(0);
    cancelButton.setEnabled(true);
    tell("Searching for “" + keyword + "” …");
    return search;
  }

  private void cancel() {
    if (current == null) {
      return;
    }
    tally.cancelled++;
    progressBar.setValue(0);
    setCursor(Cursor.getPredefinedCursor(Cursor.DEFAULT_CURSOR));
    tell("Cancelled after " + thumbnails.count() + " photos.");
    forget();
  }

  private void end(Search search) {
    String name = "“" + search.keyword + "”";
    if (search.problem != null) {
      tally.failed++;
      complain("The search for " + name + " failed: " + search.problem);
    } else if (thumbnails.count() == 0) {
      tell("Nothing found for " + name + ".");
    } else {
      tell(thumbnails.count() + " photos for " + name + brokenNote() + ".");
    }
    forget();
  }

  private void forget() {
    current = null;
    cancelButton.setEnabled(false);
  }

  private String brokenNote() {
    long broken = thumbnails.brokenCount();
    return broken == 0 ? "" : ", " + broken + " of them could not be loaded";
  }

  private void addToDisplay(PhotoWithImage photo) {
    thumbnails.addToDisplay(photo);
    tally.thumbnails++;
  }

  private void tell(String message) {
    status.setForeground(Theme.MUTED);
    status.setText(message);
  }

  private void complain(String message) {
    status.setForeground(Theme.TROUBLE);
    status.setText(message);
  }

  /**
   * Ends the running search, if there is one. Call it on the event thread, as all methods here
   * except one.
   */
  Tally stop() {
    cancel();
    return tally;
  }

  /** Waits until no search runs any more; do not call it on the event thread. */
  static void awaitSearches() {
    //#omp wait(search)
  }

  private Component north() {
    JLabel title = new JLabel("Photos");
    title.setFont(Theme.font(Font.BOLD, 20));
    title.setForeground(Theme.INK);
    JLabel results = new JLabel("Results");
    results.setFont(Theme.font(Font.PLAIN, 13));
    results.setForeground(Theme.MUTED);
    keywordField.setFont(Theme.font(Font.PLAIN, 15));
    keywordField.setBorder(new Theme.RoundBorder(8, 12));
    keywordField.setMaximumSize(new Dimension(10_000, 40));
    resultsSpinner.setMaximumSize(new Dimension(72, 38));
    resultsSpinner.setPreferredSize(new Dimension(72, 38));

    JPanel bar = new JPanel();
    bar.setLayout(new BoxLayout(bar, BoxLayout.X_AXIS));
    bar.setBackground(Theme.SURFACE);
    bar.setBorder(BorderFactory.createEmptyBorder(14, 18, 14, 18));
    bar.add(title);
    bar.add(Box.createHorizontalStrut(24));
    bar.add(keywordField);
    bar.add(Box.createHorizontalStrut(16));
    bar.add(results);
    bar.add(Box.createHorizontalStrut(8));
    bar.add(resultsSpinner);
    bar.add(Box.createHorizontalStrut(16));
    bar.add(searchButton);
    bar.add(Box.createHorizontalStrut(8));
    bar.add(cancelButton);
    bar.add(Box.createHorizontalStrut(8));
    bar.add(paintButton);

    JPanel north = new JPanel(new BorderLayout());
    north.add(bar, BorderLayout.CENTER);
    north.add(progressBar, BorderLayout.SOUTH);
    return north;
  }

  private void styleThumbnails() {
    thumbnailsPane.setBorder(BorderFactory.createEmptyBorder());
    thumbnailsPane.setHorizontalScrollBarPolicy(ScrollPaneConstants.HORIZONTAL_SCROLLBAR_NEVER);
    thumbnailsPane.getVerticalScrollBar().setUI(new Theme.SlimScrollBarUI());
    thumbnailsPane.getVerticalScrollBar().setUnitIncrement(24);
    thumbnails.addListSelectionListener(e -> preview.show(thumbnails.getSelectedValue()));
  }
}
