package dev.hocket.projects;

import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Robot;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JFileChooser;
import javax.swing.JLabel;
import javax.swing.JTextArea;
import javax.swing.text.JTextComponent;

/** Uses a program of others with the mouse, and ends it. */
final class RobotUser {
  private static final int TIMES = 3;
  private static final int LOOK_MILLIS = 20;

  private final Robot robot;

  private RobotUser() throws Exception {
    robot = new Robot();
  }

  /** Uses a program; the arguments are its name and a file for it. */
  public static void main(String[] arguments) throws Exception {
    RobotUser user = new RobotUser();
    Path file = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "zxing" -> user.openInZxing(file);
      case "hsqldb" -> user.askHsqldb();
      case "words" -> user.count();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.exit(0);
  }

  private static void start(String type, String... arguments) throws Exception {
    Class.forName(type).getMethod("main", String[].class).invoke(null, (Object) arguments);
  }

  private void openInZxing(Path file) throws Exception {
    start("com.google.zxing.client.j2se.GUIRunner");
    JFileChooser chooser = wait(() -> find(JFileChooser.class, each -> true));
    onEventThread(() -> {
      chooser.setSelectedFile(file.toFile());
      return null;
    });
    JTextComponent text =
        wait(() -> find(JTextComponent.class, each -> each.isShowing() && !each.isEditable()));
    Point place = centre(text);
    click(button(chooser.getUI().getApproveButtonText(chooser)));
    // The user presses on while the window computes.
    while (text.getText().isEmpty()) {
      press(place);
    }
    waitFor(() -> !text.getText().isEmpty());
  }

  private void askHsqldb() throws Exception {
    start(
        "org.hsqldb.util.DatabaseManagerSwing",
        "--url",
        "jdbc:hsqldb:mem:a",
        "--driver",
        "org.hsqldb.jdbc.JDBCDriver",
        "--noexit");
    AbstractButton execute = button("Execute SQL");
    JTextArea command = wait(() -> find(JTextArea.class, JTextArea::isEditable));
    JLabel status =
        wait(
            () -> find(JLabel.class, each -> String.valueOf(each.getText()).contains("retrieved")));
    for (int i = 0; i < TIMES; i++) {
      onEventThread(() -> {
        command.setText(
            "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SYSTEM_COLUMNS A,"
                + " INFORMATION_SCHEMA.SYSTEM_COLUMNS B WHERE A.COLUMN_NAME < B.TABLE_NAME");
        // Two queries that take as long have the same text.
        status.setText("-");
        return null;
      });
      waitFor(execute::isEnabled);
      click(execute);
      waitFor(() -> status.getText().contains("retrieved"));
    }
  }

  private void count() throws Exception {
    start("Words");
    AbstractButton button = button("Count");
    JLabel label = wait(() -> find(JLabel.class, each -> true));
    for (int i = 0; i < TIMES; i++) {
      onEventThread(() -> {
        label.setText("-");
        return null;
      });
      click(button);
      waitFor(() -> label.getText().endsWith("words"));
    }
  }

  private AbstractButton button(String text) throws Exception {
    return wait(
        () -> find(AbstractButton.class, each -> text.equals(each.getText()) && each.isShowing()));
  }

  private void click(Component component) throws Exception {
    press(centre(component));
  }

  private static Point centre(Component component) throws Exception {
    return onEventThread(() -> {
      Point corner = component.getLocationOnScreen();
      corner.translate(component.getWidth() / 2, component.getHeight() / 2);
      return corner;
    });
  }

  private void press(Point place) {
    robot.mouseMove(place.x, place.y);
    robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(LOOK_MILLIS);
    robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    robot.delay(10 * LOOK_MILLIS);
  }

  private <T> T wait(Callable<Optional<T>> search) throws Exception {
    Optional<T> found = onEventThread(search);
    while (found.isEmpty()) {
      robot.delay(LOOK_MILLIS);
      found = onEventThread(search);
    }
    return found.get();
  }

  private void waitFor(Callable<Boolean> condition) throws Exception {
    while (!onEventThread(condition)) {
      robot.delay(LOOK_MILLIS);
    }
  }

  private static <T> T onEventThread(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    EventQueue.invokeAndWait(future);
    return future.get();
  }

  private static <T extends Component> Optional<T> find(Class<T> type, Predicate<T> fits) {
    return Stream.of(Window.getWindows())
        .filter(Window::isShowing)
        .flatMap(window -> parts(window))
        .filter(type::isInstance)
        .map(type::cast)
        .filter(fits)
        .findFirst();
  }

  private static Stream<Component> parts(Component component) {
    Stream<Component> inner =
        component instanceof Container container
            ? Stream.of(container.getComponents()).flatMap(RobotUser::parts)
            : Stream.empty();
    return Stream.concat(Stream.of(component), inner);
  }
}
