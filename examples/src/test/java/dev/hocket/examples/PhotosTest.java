package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo's application under its scripted user: paper 2's Listing 3 as a whole program. */
@Timeout(600)
class PhotosTest {
  /**
   * Prints the content of the search box at every click on Search, and prints a line whenever text
   * is selected, which must not happen (see {@code ScriptedUser}).
   */
  private static final String WATCHED =
      """
      package photos;

      import java.awt.AWTEvent;
      import java.awt.Component;
      import java.awt.Toolkit;
      import java.awt.event.MouseEvent;
      import javax.swing.SwingUtilities;

      final class Watched {
        public static void main(String[] arguments) throws Exception {
          Toolkit.getDefaultToolkit().addAWTEventListener(Watched::look, AWTEvent.MOUSE_EVENT_MASK);
          Main.main(arguments);
        }

        private static void look(AWTEvent event) {
          Component clicked = (Component) event.getSource();
          PhotoApp app = (PhotoApp) SwingUtilities.getAncestorOfClass(PhotoApp.class, clicked);
          if (event.getID() != MouseEvent.MOUSE_RELEASED) {
            return;
          }
          if (clicked == app.searchButton) {
            System.out.println(app.keywordField.getText());
          } else if (clicked == app.keywordField) {
            app.keywordField.addCaretListener(caret -> {
              if (caret.getDot() != caret.getMark()) {
                System.out.println("selected");
              }
            });
          }
        }
      }
      """;

  /** Keeps every processor busy until the event thread has had to wait for one. */
  private static final String BUSY =
      """
      package photos;

      import java.awt.EventQueue;

      final class Busy {
        public static void main(String[] arguments) throws Exception {
          for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
            Thread.ofPlatform().daemon().start(() -> {
              while (true) {
                Thread.onSpinWait();
              }
            });
          }
          EventQueue.invokeAndWait(() -> {
            while (RunDelay.ofEventThread() < 100_000_000) {
              Thread.onSpinWait();
            }
          });
          System.out.println("busy");
        }
      }
      """;

  /** Paints as the application does, with 1 thread and with several. */
  private static final String PAINTER =
      """
      package photos;

      import java.awt.image.BufferedImage;
      import java.util.Arrays;

      final class Painter {
        public static void main(String[] arguments) {
          BufferedImage photo = new BufferedImage(60, 50, BufferedImage.TYPE_INT_RGB);
          for (int i = 0; i < 3000; i++) {
            photo.setRGB(i % 60, i / 60, i * 0x9E3779B9 >>> 8);
          }
          int[] alone = paint(photo, 1);
          for (int threads : new int[] {2, 4, 7}) {
            if (!Arrays.equals(alone, paint(photo, threads))) {
              throw new AssertionError(threads + " threads");
            }
          }
          System.out.println("the same");
        }

        private static int[] paint(BufferedImage photo, int threads) {
          OilPaint paint = new OilPaint(photo);
          //#omp parallel for schedule(dynamic, 8) num_threads(threads)
          for (int y = 0; y < paint.height(); y++) {
            paint.row(y);
          }
          return paint.result().getRGB(0, 0, 60, 50, null, 0, 60);
        }
      }
      """;

  private static final Pattern RESULT =
      Pattern.compile(
          "lakes\nalps\ntrees\nstars\n"
              + "(?:oil paint: \\d+ ms\n)?"
              + "searches=4, thumbnails=(\\d+), cancelled=(\\d+), failed=0, painted=(\\d+),"
              + " inputs=.*\n");

  @TempDir Path classes;

  @Test
  void sequentially_everySearchAndPaintingRunsToItsEnd_andCancelComesTooLate() throws Exception {
    Matcher result = scriptedRun(true);
    assertTrue(result.group(2).equals("0"), result.group());
    assertTrue(result.group(3).equals("8"), result.group());
  }

  @Test
  void withHocket_cancelWorksInTheMiddleOfASearch() throws Exception {
    Matcher result = scriptedRun(false);
    assertTrue(Integer.parseInt(result.group(1)) > 0, result.group());
    assertTrue(Integer.parseInt(result.group(2)) > 0, result.group());
  }

  @Test
  void painting_isTheSame_howeverManyThreadsPaintRows() throws Exception {
    Path paint = Programs.ROOT.resolve("examples/photos/OilPaint.java");
    Path painter = Files.writeString(classes.resolve("Painter.java"), PAINTER);
    Programs.compile(List.of(paint, painter), classes, false);
    assertEquals("the same\n", Programs.run(classes, "photos.Painter"));
  }

  @Test
  void aBusyMachine_isNoticed() throws Exception {
    Path delay = Programs.ROOT.resolve("examples/photos/RunDelay.java");
    Path busy = Files.writeString(classes.resolve("Busy.java"), BUSY);
    Programs.compile(List.of(delay, busy), classes, true);
    assertEquals("busy\n", Programs.run(classes, "photos.Busy"));
  }

  private Matcher scriptedRun(boolean sequential) throws Exception {
    List<Path> sources =
        new ArrayList<>(Programs.sourcesIn(Programs.ROOT.resolve("examples/photos")));
    sources.add(Files.writeString(classes.resolve("Watched.java"), WATCHED));
    Programs.compile(sources, classes, sequential);
    String said = Programs.run(classes, "photos.Watched", "--script", "--headless");
    Matcher result = RESULT.matcher(said);
    assertTrue(result.matches(), said);
    return result;
  }
}
