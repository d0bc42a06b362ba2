package dev.hocket.casestudies.logs;

import dev.hocket.core.Eventually;
import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.event.WindowEvent;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JTextField;

/** A user of the window, who types a word and closes the window while more is being read. */
final class User {
  private User() {}

  public static void main(String[] arguments) throws Exception {
    Thread program = Thread.ofPlatform().start(() -> start(arguments));
    Path logs = Path.of(arguments[arguments.length - 1]);
    Frame window = window();
    JLabel total = find(window, "total", JLabel.class);
    JLabel found = find(window, "found", JLabel.class);
    Eventually.holds(() -> text(total).startsWith("30,000 "));
    JTextField query = find(window, "query", JTextField.class);
    Typist typist = new Typist();
    typist.click(query);
    typist.type(Generator.RARE);
    Eventually.holds(() -> text(found).contains("“" + Generator.RARE + "”"));
    System.out.println("first line " + lines(window).contains(Generator.RARE));
    System.out.println("found " + number(text(found)));
    System.out.println("total " + number(text(total)));
    if (System.getProperty("picture") != null) {
      paint(window, new File(System.getProperty("picture")));
    }
    Files.writeString(
        logs.resolve("user.log"), "x\n".repeat(300_000), StandardOpenOption.CREATE_NEW);
    EventQueue.invokeAndWait(
        () -> window.dispatchEvent(new WindowEvent(window, WindowEvent.WINDOW_CLOSING)));
    program.join();
    System.out.println("closed");
    // The tests of core have a toolkit whose thread would not end.
    System.exit(0);
  }

  static void start(String... arguments) {
    try {
      Main.main(arguments);
    } catch (Exception e) {
      e.printStackTrace();
    }
  }

  static Frame window() {
    Eventually.holds(() -> shown().isPresent());
    return shown().orElseThrow();
  }

  private static Optional<Frame> shown() {
    return Stream.of(Frame.getFrames())
        .filter(one -> "Logs".equals(one.getTitle()) && one.isShowing())
        .findFirst();
  }

  private static String lines(Frame window) throws Exception {
    JList<?> list = find(window, "lines", JList.class);
    return onEventThread(() -> list.getModel().getElementAt(0).toString());
  }

  static String text(JLabel label) throws Exception {
    return onEventThread(label::getText);
  }

  private static long number(String text) {
    return Long.parseLong(text.substring(0, text.indexOf(' ')).replace(",", ""));
  }

  static <T> T onEventThread(Callable<T> code) throws Exception {
    FutureTask<T> task = new FutureTask<>(code);
    EventQueue.invokeAndWait(task);
    return task.get();
  }

  static <T extends Component> T find(Container parent, String name, Class<T> type) {
    for (Component child : parent.getComponents()) {
      if (name.equals(child.getName())) {
        return type.cast(child);
      }
      T found = child instanceof Container inner ? find(inner, name, type) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static void paint(Frame window, File file) throws Exception {
    onEventThread(() -> {
      BufferedImage image =
          new BufferedImage(window.getWidth(), window.getHeight(), BufferedImage.TYPE_INT_RGB);
      window.paint(image.getGraphics());
      return ImageIO.write(image, "png", file);
    });
  }
}
