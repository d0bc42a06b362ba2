package dev.hocket.casestudies.logs;

import java.awt.AWTException;
import java.awt.Component;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Point;
import java.awt.Robot;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.awt.event.WindowEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javax.swing.JTextField;

/**
 * Types with the keys of the screen, as a person does: without waiting for answers. As a program it
 * types into a log explorer for some seconds, ten keys a second, so that {@code hocket lag} can
 * measure it; its arguments are these seconds and then the log explorer's.
 */
final class Typist {
  private static final Duration KEY = Duration.ofMillis(100);
  static final List<String> WORDS = List.of("timeout", "declined", "error 17", "zebra");

  private final Robot robot;

  Typist() throws AWTException {
    robot = new Robot();
  }

  public static void main(String[] arguments) throws Exception {
    Instant end = Instant.now().plusSeconds(Long.parseLong(arguments[0]));
    String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
    Thread program = Thread.ofPlatform().start(() -> User.start(rest));
    Frame window = User.window();
    JTextField query = User.find(window, "query", JTextField.class);
    Typist typist = new Typist();
    typist.robot.setAutoDelay((int) KEY.toMillis() / 2);
    typist.click(query);
    while (Instant.now().isBefore(end)) {
      for (String word : WORDS) {
        typist.type(word);
        typist.erase(word.length());
      }
    }
    EventQueue.invokeAndWait(
        () -> window.dispatchEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING)));
    program.join();
    System.exit(0);
  }

  /** Gives a field the focus. */
  void click(Component field) throws Exception {
    Point place = new Point();
    EventQueue.invokeAndWait(() -> place.setLocation(field.getLocationOnScreen()));
    robot.mouseMove(place.x + field.getWidth() / 2, place.y + field.getHeight() / 2);
    robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
  }

  void type(String text) {
    for (char letter : text.toUpperCase(Locale.ROOT).toCharArray()) {
      press(KeyEvent.getExtendedKeyCodeForChar(letter));
    }
  }

  private void erase(int letters) {
    for (int i = 0; i < letters; i++) {
      press(KeyEvent.VK_BACK_SPACE);
    }
  }

  private void press(int key) {
    robot.keyPress(key);
    robot.keyRelease(key);
  }
}
