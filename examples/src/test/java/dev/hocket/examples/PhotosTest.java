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
@Timeout(240)
class PhotosTest {
  /**
   * The application with a script that gives the content of the search box at every click on
   * Search, and when text is selected: the scripted user says why that must not be.
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

  /** Ends only when the event thread has had to wait: other threads want every processor. */
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

  private static final Pattern RESULT =
      Pattern.compile(
          "lakes\nalps\ntrees\nstars\n"
              + "searches=4, thumbnails=(\\d+), cancelled=(\\d+), failed=0, inputs=.*\n");

  @TempDir Path classes;

  @Test
  void sequentially_everySearchRunsToItsEnd_andCancelComesTooLate() throws Exception {
    Matcher result = scriptedRun(true);
    assertTrue(result.group(2).equals("0"), result.group());
  }

  @Test
  void withHocket_cancelWorksInTheMiddleOfASearch() throws Exception {
    Matcher result = scriptedRun(false);
    assertTrue(Integer.parseInt(result.group(1)) > 0, result.group());
    assertTrue(Integer.parseInt(result.group(2)) > 0, result.group());
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
