import java.awt.EventQueue;
import java.awt.FlowLayout;
import java.awt.Toolkit;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.swing.*;
import javax.swing.table.AbstractTableModel;

/** Freezes of many kinds, one after the other. */
public class Freezes {
  static final AtomicInteger STARTED = new AtomicInteger();
  static final AtomicInteger RUNNING = new AtomicInteger();

  final JFrame frame = new JFrame("Freezes");
  final JLabel label = new JLabel("-");
  final JProgressBar bar = new JProgressBar(0, 4);
  final JTable table = new JTable();
  final Object lock = new Object();
  int total;
  String last = "";

  public static void main(String[] arguments) throws Exception {
    Freezes freezes = new Freezes();
    EventQueue.invokeAndWait(freezes::open);
    List<JButton> buttons = freezes.buttons();
    EventQueue.invokeAndWait(freezes.frame::validate);
    for (JButton button : buttons) {
      int before = STARTED.get();
      press(button);
      do {
        Thread.sleep(10);
        EventQueue.invokeAndWait(() -> {});
      } while (STARTED.get() == before || RUNNING.get() > 0);
    }
    // The last handler may still await its block at this point.
    while (!freezes.label.getText().equals("firstsecond")) {
      Thread.sleep(20);
    }
    EventQueue.invokeAndWait(() -> System.out.println(freezes.label.getText()));
    System.exit(0);
  }

  /** Presses a button as a user does, who does not wait for the end of its listener. */
  static void press(JButton button) {
    for (int id : new int[] {MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED}) {
      Toolkit.getDefaultToolkit()
          .getSystemEventQueue()
          .postEvent(
              new MouseEvent(button, id, 0, 0, 1, 1, 0, 0, 1, false, MouseEvent.BUTTON1));
    }
  }

  void open() {
    frame.setLayout(new FlowLayout());
    frame.add(label);
    frame.add(bar);
    frame.add(table);
    frame.setSize(400, 300);
    frame.setVisible(true);
  }

  List<JButton> buttons() {
    List<JButton> buttons = new ArrayList<>();
    buttons.add(button(new ActionListener() {
      @Override
      public void actionPerformed(ActionEvent event) {
        String text = slow("listener");
        label.setText(text);
      }
    }));
    buttons.add(new JButton(new AbstractAction("action") {
      @Override
      public void actionPerformed(ActionEvent event) {
        last = slow("action");
        label.setText(last);
      }
    }));
    buttons.add(button(event -> {
      Timer timer = new Timer(1, tick -> label.setText(slow("timer")));
      timer.setRepeats(false);
      timer.start();
    }));
    buttons.add(button(event -> table.setModel(new SlowModel())));
    buttons.add(button(event -> {
      SlowModel.slowly = false;
      refresh("nested");
      label.setText("refreshed");
    }));
    buttons.add(button(event -> new Report(label)));
    buttons.add(button(event -> slow("lambda")));
    buttons.add(button(event -> {
      int sum = 0;
      for (int i = 0; i < 10; i++) {
        sum += slow("loop", 24).length();
      }
      label.setText("" + sum);
    }));
    buttons.add(button(event -> {
      for (int i = 0; i < 4; i++) {
        String part = slow("part " + i, 60);
        bar.setValue(i);
        label.setText(part);
      }
    }));
    buttons.add(button(event -> {
      label.setText("steps: " + depth(10));
    }));
    buttons.add(button(event -> {
      synchronized (lock) {
        slow("lock");
      }
    }));
    buttons.add(button(event -> {
      JDialog dialog = new JDialog(frame, true);
      new Timer(50, tick -> dialog.dispose()).start();
      dialog.setVisible(true);
      String saved = slow("modal");
      label.setText(saved);
    }));
    buttons.add(button(event -> {
      total += slow("field").length();
      label.setText("" + total);
    }));
    buttons.add(button(event -> {
      slow("late");
      event.setSource(this);
    }));
    buttons.add(button(event -> EventQueue.invokeLater(() -> {
      String text = slow("posted");
      label.setText(text);
    })));
    buttons.add(button(this::referred));
    buttons.add(button(event -> {
      if (slow("condition").isEmpty()) {
        label.setText("empty");
      } else {
        label.setText("full");
      }
    }));
    buttons.add(button(event -> {
      String first = slow("first", 240);
      String second = slow("second", 240);
      label.setText(first + second);
    }));
    buttons.forEach(frame::add);
    return buttons;
  }

  static JButton button(ActionListener listener) {
    JButton button = new JButton("+");
    button.addActionListener(listener);
    return button;
  }

  void referred(ActionEvent event) {
    label.setText(slow("reference"));
  }

  void refresh(String name) {
    String text = slow(name);
    label.setText(text);
  }

  static int depth(int left) {
    slow("depth", 24);
    return left == 0 ? 0 : 1 + depth(left - 1);
  }

  static String slow(String name) {
    return slow(name, 240);
  }

  static String slow(String name, int millis) {
    STARTED.incrementAndGet();
    RUNNING.incrementAndGet();
    // Naps count too: while the machine stands still, time passes in which no stack is sampled.
    long end = System.nanoTime() + millis * 1_000_000L;
    for (int naps = 0; naps < millis || System.nanoTime() < end; naps++) {
      LockSupport.parkNanos(1_000_000);
    }
    RUNNING.decrementAndGet();
    return name;
  }

  static class Report {
    Report(JLabel shown) {
      String text = slow("constructor");
      shown.setText(text);
    }
  }

  /** Slow until the next button is pressed, however often the table is painted. */
  static class SlowModel extends AbstractTableModel {
    static boolean slowly = true;

    @Override
    public int getRowCount() {
      return 1;
    }

    @Override
    public int getColumnCount() {
      return 1;
    }

    @Override
    public Object getValueAt(int row, int column) {
      return slowly ? slow("model") : "model";
    }
  }
}
