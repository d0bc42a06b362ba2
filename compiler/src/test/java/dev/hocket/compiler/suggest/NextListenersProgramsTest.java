package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs in which other listeners run when a handler returns, and rely on what it has done. */
class NextListenersProgramsTest {
  /** Only the other handler's order counts: this is the last reason that is looked for. */
  private static final String OTHER = "another handler (";

  private static final String RUNS = "run '";
  private static final String NEXT = "another listener";
  private static final String NUMBERS = "it takes numbers of a sequence";

  @TempDir private Path folder;

  /** A listener that keeps what it has loaded, and another one. */
  private static Hostile two(
      String answer, String name, String members, String first, String next) {
    return new Hostile(
        name,
        answer,
        members
            + "\nvoid open(JPanel panel, JButton save) {\n"
            + first.formatted("String t = load(); // 1 lambda$open$0\nstatus = t;")
            + "\n"
            + next
            + "\n}\n");
  }

  private static Hostile mouse(String answer, String name, String other) {
    return new Hostile(
        name,
        answer,
        """
        void open(JPanel panel, JLabel other) {
          panel.addMouseListener(new MouseAdapter() {
            @Override public void mousePressed(MouseEvent e) {
              String t = load(); // 1 mousePressed
              status = t;
            }
            @Override public void mouseReleased(MouseEvent e) { %s }
          });
        }
        """
            .formatted(other));
  }

  private static Hostile done(String answer, String name, String listener) {
    return new Hostile(
        name,
        answer,
        """
        void open() {
          SwingWorker<String, Void> worker = new SwingWorker<>() {
            @Override protected String doInBackground() { return ""; }
            @Override protected void done() {
              String t = load(); // 1 done
              label.setText(t);
            }
          };
          worker.addPropertyChangeListener(e -> %s);
          worker.execute();
        }
        """
            .formatted(listener));
  }

  private static Hostile numbers(String answer, String field, String code) {
    return Hostile.button(field + " and " + code, answer, field, code);
  }

  static List<Hostile> programs() {
    String box = "final JComboBox<String> box = new JComboBox<>();";
    String items = "box.addItemListener(e -> {\n%s\n});";
    String roll = "String roll() { return load() + random.nextInt(); } // 1 roll\n";
    String once = "label.setText(roll()); // 2 lambda$open$0\n";
    return List.of(
        two(NEXT, "action", box, items, "box.addActionListener(e -> label.setText(status));"),
        two(
            NEXT,
            "button whose press may end an edit",
            box,
            items,
            "save.addActionListener(e -> label.setText(status));"),
        two(
            NEXT,
            "frame that is left, then another one",
            "final JInternalFrame one = new JInternalFrame(), two = new JInternalFrame();\n",
            "one.addInternalFrameListener(new InternalFrameAdapter() {\n"
                + "@Override public void internalFrameDeactivated(InternalFrameEvent e) {\n%s\n}\n});"
                    .replace("%s", "String t = load(); // 1 internalFrameDeactivated\nstatus = t;"),
            "two.addInternalFrameListener(new InternalFrameAdapter() {\n"
                + "@Override public void internalFrameActivated(InternalFrameEvent e) {\n"
                + "label.setText(status);\n}\n});"),
        new Hostile(
            "mouse that leaves one component and enters another",
            NEXT,
            """
            void open(JPanel one, JPanel two) {
              one.addMouseListener(new MouseAdapter() {
                @Override public void mouseExited(MouseEvent e) {
                  String t = load(); // 1 mouseExited
                  status = t;
                }
              });
              two.addMouseListener(new MouseAdapter() {
                @Override public void mouseEntered(MouseEvent e) { label.setText(status); }
              });
            }
            """),
        two(RUNS, "same label", box, items, "box.addActionListener(e -> label.setText(\"a\"));"),
        mouse(NEXT, "release", "label.setText(status);"),
        mouse(RUNS, "release that uses nothing of it", "label.setText(\"\");"),
        new Hostile(
            "button that takes the focus away",
            NEXT,
            """
            void open(JTextField field, JButton save) {
              field.addFocusListener(new FocusAdapter() {
                @Override public void focusLost(FocusEvent e) {
                  String t = load(); // 1 focusLost
                  status = t;
                }
              });
              save.addActionListener(e -> label.setText(status));
            }
            """),
        done(RUNS, "worker", "status = \"\""),
        done(NEXT, "listener of a worker that has ended", "status = label.getText()"),
        numbers(RUNS, "final Random random = new Random();\n" + roll, once),
        numbers(RUNS + "roll()", "final Random random = new Random(1);\n" + roll, once),
        numbers(
            RUNS + "load()",
            "final Random random = new Random(1);\nint next() { return random.nextInt(); }\n"
                + roll,
            once),
        numbers(
            NUMBERS,
            "final Random random = new Random(1);\n",
            "int n = random.nextInt();\nString t = load(); // 1 lambda$open$0\n"
                + "label.setText(t + n + random.nextInt());\n"),
        numbers(
            RUNS,
            "String roll(Random r) { return load() + r.nextInt(); } // 1 roll\n",
            "Random random = new Random(1);\nString t = roll(random); // 2 lambda$open$0\n"
                + "label.setText(t);\n"));
  }

  /** A method of the program that adds its argument as a listener, and how it is called. */
  private static Hostile passed(
      String answer, String name, String adds, String first, String next) {
    return two(answer, name, adds, first + "(%s);".formatted("e -> {\n%s\n}"), next);
  }

  /** Listeners that methods of the program, constructors and variables pass on. */
  static List<Hostile> passedOn() {
    String make =
        "JButton make(ActionListener all) { JButton b = new JButton(); b.addActionListener(all); return b; }\n";
    String add = "void add(JButton b, ActionListener all) { b.addActionListener(all); }\n";
    String through = add + "void on(JButton one, ActionListener all) { add(one, all); }\n";
    String own =
        "class Own extends JButton { Own(ActionListener all) { addActionListener(all); } }\n";
    String list = "final List<ActionListener> all = new ArrayList<>();\n";
    String shows = "e -> label.setText(status)";
    String two = "final JButton one = new JButton();\nfinal JButton other = new JButton();\n";
    return List.of(
        passed(OTHER, "two buttons that a method makes", make, "make", "make(" + shows + ");"),
        passed(
            NEXT,
            "another listener of a button that a method makes",
            make,
            "JButton b = make",
            "b.addActionListener(" + shows + ");"),
        two(
            NEXT,
            "method that adds to its argument",
            two + add,
            "one.addActionListener(e -> {\n%s\n});",
            "add(one, " + shows + ");"),
        two(
            OTHER,
            "method that adds to its argument, another one",
            two + add,
            "one.addActionListener(e -> {\n%s\n});",
            "add(other, " + shows + ");"),
        two(
            NEXT,
            "method through another one",
            two + through,
            "one.addActionListener(e -> {\n%s\n});",
            "on(one, " + shows + ");"),
        passed(OTHER, "two objects of a constructor", own, "new Own", "new Own(" + shows + ");"),
        passed(
            NEXT,
            "another listener of an object of a constructor",
            own,
            "Own its = new Own",
            "its.addActionListener(" + shows + ");"),
        two(
            NEXT,
            "listener of a list",
            two + list,
            "one.addActionListener(e -> {\n%s\n});",
            "all.add(" + shows + ");\none.addActionListener(all.get(0));"),
        two(
            NEXT,
            "field",
            two + "final ActionListener shows = " + shows + ";\n",
            "one.addActionListener(e -> {\n%s\n});",
            "one.addActionListener(shows);"),
        two(
            NEXT,
            "two buttons of which nothing is known",
            "",
            "((JButton) panel.getComponent(0)).addActionListener(e -> {\n%s\n});",
            "((JButton) panel.getComponent(1)).addActionListener(" + shows + ");"),
        two(
            OTHER,
            "field of another button",
            two + "final ActionListener shows = " + shows + ", none = e -> {};\n",
            "one.addActionListener(e -> {\n%s\n});",
            "one.addActionListener(none);\nother.addActionListener(shows);"));
  }

  /** A listener that shows what it has loaded, beside another one. */
  private static Hostile shows(String answer, String function, String first, String next) {
    String code = "String t = load(); // 1 " + function + "\nlabel.setText(t + status);\n";
    return new Hostile(
        function + " and " + next,
        answer,
        "void open(JPanel panel, JButton one, JButton other, JTextField field) {\n"
            + first.formatted(code)
            + next
            + "\n}\n");
  }

  /** Listeners that come next, and change what this one shows after the wait, or show the same. */
  static List<Hostile> overwritten() {
    String lambda = "lambda$open$0";
    String action = "one.addActionListener(e -> {\n%s});\n";
    String pressed =
        "panel.addMouseListener(new MouseAdapter() {\n"
            + "@Override public void mousePressed(MouseEvent e) {\n%s}\n"
            + "@Override public void mouseReleased(MouseEvent e) { label.setText(\"\"); }\n});\n";
    String left =
        "field.addFocusListener(new FocusAdapter() {\n"
            + "@Override public void focusLost(FocusEvent e) {\n%s}\n});\n";
    return List.of(
        shows(NEXT, lambda, action, "one.addActionListener(e -> label.setText(\"\"));"),
        shows(NEXT, lambda, action, "one.addActionListener(e -> status = \"b\");"),
        shows(RUNS, lambda, action, "other.addActionListener(e -> label.setText(\"\"));"),
        shows(NEXT, "mousePressed", pressed, ""),
        shows(NEXT, "focusLost", left, "one.addActionListener(e -> label.setText(\"\"));"),
        shows(RUNS, "focusLost", left, "one.addActionListener(e -> other.setText(\"\"));"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"programs", "passedOn", "overwritten"})
  void anotherListener_mayRunDuringTheWait(Hostile program) throws Exception {
    program.check(folder);
  }
}
