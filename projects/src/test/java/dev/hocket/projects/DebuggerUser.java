package dev.hocket.projects;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Window;
import java.awt.event.MouseEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JTree;

/**
 * Uses everything that a window of PDFBox's debugger shows: rows of trees, tabs, tables, buttons
 * and menus. The arguments are the document and the file for {@link Probe}'s log.
 */
final class DebuggerUser {
  private static final int MOST_ROWS = 400;
  private static final int MOST_CELLS = 12;

  /** Commands that open a dialog of files or a printer, or end the program. */
  private static final String LEFT_ALONE = "(?i).*(open|save|print|exit|quit|url|recent).*";

  private DebuggerUser() {}

  /** Runs the program and uses it. */
  public static void main(String[] arguments) throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread closer = Thread.ofPlatform().daemon().start(() -> closeDialogs(isOver));
    Class.forName("org.apache.pdfbox.debugger.PDFDebugger")
        .getMethod("main", String[].class)
        .invoke(null, (Object) new String[] {arguments[0]});
    JTree tree = null;
    long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (tree == null || onEventThread(tree::getRowCount) == 0) {
      if (System.nanoTime() - limit > 0) {
        System.out.println("the window has shown no document in 5 minutes");
        System.exit(1);
      }
      Thread.sleep(20);
      tree = onEventThread(() -> find(JTree.class).findFirst().orElse(null));
    }
    useRows(tree);
    useMenus();
    isOver.set(true);
    closer.join();
    Probe.write(Path.of(arguments[1]));
    System.exit(0);
  }

  private static void useRows(JTree tree) throws Exception {
    for (int row = 0; row < Math.min(onEventThread(tree::getRowCount), MOST_ROWS); row++) {
      int at = row;
      onEventThread(() -> {
        tree.expandRow(at);
        tree.setSelectionRow(at);
        return null;
      });
      useParts();
    }
  }

  /** Uses what the selected row shows. */
  private static void useParts() throws Exception {
    for (JTabbedPane tabs : onEventThread(() -> find(JTabbedPane.class).toList())) {
      for (int i = 0; i < onEventThread(tabs::getTabCount); i++) {
        int tab = i;
        onEventThread(() -> {
          tabs.setSelectedIndex(tab);
          return null;
        });
      }
    }
    for (Component part : onEventThread(() -> find(Component.class).toList())) {
      onEventThread(() -> {
        use(part);
        return null;
      });
    }
  }

  private static void use(Component part) {
    if (!part.isShowing()) {
      return;
    }
    switch (part) {
      case JTable table -> {
        for (int i = 0; i < Math.min(MOST_CELLS, table.getRowCount()); i++) {
          table.changeSelection(i, i % table.getColumnCount(), false, false);
        }
      }
      case JList<?> list when list.getModel().getSize() > 0 -> list.setSelectedIndex(0);
      case JComboBox<?> box when box.getItemCount() > 1 -> {
        box.setSelectedIndex(1);
        box.setSelectedIndex(0);
      }
      case AbstractButton button when !(button instanceof JMenuItem) -> press(button);
      default -> {}
    }
    long now = System.currentTimeMillis();
    for (int id :
        List.of(
            MouseEvent.MOUSE_MOVED,
            MouseEvent.MOUSE_PRESSED,
            MouseEvent.MOUSE_RELEASED,
            MouseEvent.MOUSE_CLICKED)) {
      int button = id == MouseEvent.MOUSE_MOVED ? MouseEvent.NOBUTTON : MouseEvent.BUTTON1;
      part.dispatchEvent(
          new MouseEvent(
              part, id, now, 0, part.getWidth() / 2, part.getHeight() / 2, 1, false, button));
    }
  }

  private static void press(AbstractButton button) {
    if (!String.valueOf(button.getText()).matches(LEFT_ALONE)) {
      button.doClick(0);
    }
  }

  private static void useMenus() throws Exception {
    List<JMenuItem> items = onEventThread(DebuggerUser::menuItems);
    for (JMenuItem item : items) {
      onEventThread(() -> {
        press(item);
        return null;
      });
    }
  }

  private static List<JMenuItem> menuItems() {
    List<JMenuItem> items = new ArrayList<>();
    for (Window window : Window.getWindows()) {
      if (window instanceof JFrame frame && frame.getJMenuBar() != null) {
        for (int i = 0; i < frame.getJMenuBar().getMenuCount(); i++) {
          addItems(frame.getJMenuBar().getMenu(i), items);
        }
      }
    }
    return items;
  }

  private static void addItems(Component menu, List<JMenuItem> items) {
    if (menu instanceof javax.swing.JMenu submenu) {
      Stream.of(submenu.getMenuComponents()).forEach(each -> addItems(each, items));
    } else if (menu instanceof JMenuItem item && item.isEnabled()) {
      items.add(item);
    }
  }

  /** Closes the dialogs that wait for an answer. */
  private static void closeDialogs(AtomicBoolean isOver) {
    while (!isOver.get()) {
      EventQueue.invokeLater(() ->
          Stream.of(Window.getWindows())
              .filter(window -> window instanceof Dialog dialog && dialog.isModal())
              .filter(Window::isShowing)
              .forEach(Window::dispose));
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static <T> T onEventThread(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    EventQueue.invokeAndWait(future);
    return future.get();
  }

  private static <T extends Component> Stream<T> find(Class<T> type) {
    return Stream.of(Window.getWindows())
        .filter(Window::isShowing)
        .flatMap(DebuggerUser::parts)
        .filter(type::isInstance)
        .map(type::cast);
  }

  private static Stream<Component> parts(Component component) {
    Stream<Component> inner =
        component instanceof Container container
            ? Stream.of(container.getComponents()).flatMap(DebuggerUser::parts)
            : Stream.empty();
    return Stream.concat(Stream.of(component), inner);
  }
}
