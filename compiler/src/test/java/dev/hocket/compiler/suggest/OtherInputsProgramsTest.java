package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs in which an input that comes during the wait has another effect than after the handler.
 * Each printed something else with a proposal.
 */
class OtherInputsProgramsTest {
  private static final String MEETS = "another handler (";
  private static final String LATE = "it would read '";
  private static final String KEEPS = "the user may enter something during the wait, and ";
  private static final String SHOWS =
      "'getValueAt' (|'getRowCount' (|'toString' (|'paintComponent' (|this lambda (";

  private static final String RUNS = "run 'load()'";

  /** Without waits in the methods, nothing smaller than the call could be moved. */
  private static final String ASSIGNS = "it assigns the field 'status'";

  private static final String GOES = "run 'load()' on a worker, await it; await also";
  private static final String LOAD = "String t = load(); // 1 lambda$open$0\n";
  private static final String BUTTONS = "final JButton b = new JButton(), c = new JButton();\n";

  /** Components that run the other handler, or a function, or have such a one inside. */
  private static final String ROUTED =
      """
      int n;
      final JFrame frame = new JFrame();
      final JPanel panel = new JPanel();
      final JPanel bar = new JPanel();
      final JTextField field = new JTextField();
      {
        panel.add(c);
        bar.add(new JButton() { { addActionListener(e -> n++); } });
        field.setTransferHandler(new TransferHandler() {
          public boolean importData(JComponent to, java.awt.datatransfer.Transferable what) {
            return n++ > 0;
          }
        });
      }
      """;

  @TempDir private Path folder;

  /** What a handler does after the wait, and what another one does. */
  private static Hostile both(String answer, String members, String after, String other) {
    return Hostile.handler(after + " and " + other, answer, members, LOAD + after, other);
  }

  static List<Hostile> shared() {
    String cart =
        "static class Cart { private final List<String> all = new ArrayList<>(); void add(String s) { all.add(s); } void clear() { all.clear(); } }\n"
            + "final Cart cart = new Cart();\n";
    String model = "final DefaultListModel<String> model = new DefaultListModel<>();\n";
    String list = model + "final JList<String> list = new JList<>(model);\n";
    String counts = "int n;\nfinal java.util.function.IntSupplier next = () -> ++n;\n";
    String step = "int step;\n";
    return List.of(
        both(MEETS, "", "status = t;\n", "label.setToolTipText(status);\n"),
        both(MEETS, cart, "cart.clear();\n", "cart.add(\"x\");\n"),
        both(
            "it takes a number",
            "final Random random = new Random(1);\n",
            "label.setText(t + random.nextInt());\n",
            "random.nextInt();\n"),
        both(
            RUNS,
            "final Random random = new Random();\n",
            "label.setText(t + random.nextInt());\n",
            "random.nextInt();\n"),
        both(MEETS, step, "step++;\n", "if (step > 1) { step--; }\n"),
        both(MEETS, counts, "label.setText(t + next.getAsInt());\n", "next.getAsInt();\n"),
        both(MEETS, model, "model.addElement(t);\n", "model.clear();\n"),
        both(MEETS, list, "model.removeElement(t);\n", "label.setText(list.getSelectedValue());\n"),
        both(
            MEETS,
            "final JMenu menu = new JMenu();\n",
            "menu.add(new JMenuItem(t));\n",
            "menu.removeAll();\n"));
  }

  /** A handler that only calls a method, and what another one does. */
  private static Hostile calls(String answer, String call, String members, String other) {
    return Hostile.handler(
        call + " and " + other,
        answer,
        members
            + """
            void go() { go(""); }
            void go(String s) {
              String t = load(); // 1 go
              status = t + s;
            }
            """,
        call + " // 2 lambda$open$0\n",
        other);
  }

  /** Another handler that begins the same, and nothing else, is no other input. */
  static List<Hostile> repeated() {
    String clear = "void clear() { status = \"\"; go(\"a\"); }\n";
    return List.of(
        calls(GOES, "go(\"a\");", "", "go(\"a\");\n"),
        calls(GOES, "go(\"a\");", "void again() { go(\"a\"); }\n", "again();\n"),
        calls(ASSIGNS, "go(\"a\");", "", "go(\"b\");\n"),
        calls(ASSIGNS, "go(\"a\");", "", "go(label.getText());\n"),
        calls(ASSIGNS, "go(\"a\");", "", "status = \"\";\ngo(\"a\");\n"),
        calls(ASSIGNS, "go(\"a\");", clear, "clear();\n"));
  }

  /** Objects that two handlers have without sharing a name. */
  static List<Hostile> kept() {
    String act =
        "final Action act = new AbstractAction() { public void actionPerformed(ActionEvent e) { } };\n";
    String names = "final List<String> names = new ArrayList<>();\n";
    return List.of(
        both(
            MEETS,
            act,
            "act.putValue(\"r\", t + act.getValue(\"n\"));\n",
            "act.putValue(\"n\", 2);\n"),
        Hostile.handler(
            "record that keeps a list",
            "the handler changes 'names'",
            names + "record Snap(List<String> of) { }\n",
            "Snap snap = new Snap(names);\n" + LOAD + "label.setText(t + snap.of().size());\n",
            "names.add(\"b\");\n"),
        Hostile.handler(
            "record that keeps an array",
            "the handler changes 'names'",
            "final String[] names = {\"a\"};\nrecord Snap(String... of) { }\n",
            "Snap snap = new Snap(names);\n" + LOAD + "label.setText(t + snap.of()[0]);\n",
            "names[0] = \"b\";\n"),
        Hostile.waits(
            "record of a copy",
            RUNS,
            names + "record Snap(List<String> of) { }\n",
            "Snap snap = new Snap(List.copyOf(names));\n"
                + LOAD
                + "label.setText(t + snap.of().size());\n"),
        Hostile.waits(
            "lambda that uses a list",
            RUNS,
            names,
            "int n = names.size();\n"
                + LOAD
                + "new javax.swing.Timer(n, x -> label.setText(\"\" + names)).start();\n"));
  }

  /** What only shows something may come in another order; what decides about inputs may not. */
  static List<Hostile> shown() {
    String save = "final JButton save = new JButton();\n";
    String panel = "final JPanel panel = new JPanel();\n";
    String log = "final JTextArea log = new JTextArea();\n";
    return List.of(
        both(RUNS, "", "label.setText(t);\n", "label.setText(\"\");\n"),
        both(RUNS, "", "label.setText(t);\n", "label.setToolTipText(\"b\");\n"),
        both(RUNS, log, "log.append(t);\n", "log.append(\"b\");\n"),
        both(MEETS, "", "label.setText(t);\n", "status = label.getText();\n"),
        both(MEETS, "", "c.setText(t);\n", "status = e.getActionCommand();\n"),
        both(MEETS, save, "save.setEnabled(!t.isEmpty());\n", "save.setEnabled(false);\n"),
        both(MEETS, panel, "panel.setVisible(t.isEmpty());\n", "panel.setVisible(false);\n"),
        Hostile.button(
            "tab that the user has chosen",
            "'tabs.setSelectedIndex(",
            "final JTabbedPane tabs = new JTabbedPane();\n",
            LOAD + "tabs.addTab(t, new JLabel(t));\ntabs.setSelectedIndex(0);\n"),
        Hostile.handler(
            "timer, which may tick at any time",
            RUNS,
            "",
            LOAD + "status = t;\n",
            "});\nnew javax.swing.Timer(10, e -> {\nlabel.setText(status);\n"));
  }

  /** Two buttons, of which the first is slow. */
  private static Hostile locked(String answer, String members, String before, String after) {
    return new Hostile(
        before + " and " + after + " in " + members,
        answer,
        BUTTONS
            + members
            + "void open() {\n  b.addActionListener(e -> {\n"
            + before
            + LOAD
            + "status = t;\n"
            + after
            + "  });\n  c.addActionListener(e -> label.setText(status));\n}\n");
  }

  static List<Hostile> locks() {
    String off = "c.setEnabled(false);\n";
    String on = "c.setEnabled(true);\n";
    String busy = "void busy(boolean is) { b.setEnabled(!is); c.setEnabled(!is); }\n";
    return List.of(
        locked(RUNS, "", off, on),
        locked(MEETS, "", off + on, ""),
        locked(MEETS, "", "if (e.getID() > 1) { c.setEnabled(false); }\n", on),
        locked(
            MEETS, "void free() { c.setEnabled(t()); }\nboolean t() { return true; }\n", off, on),
        locked(
            MEETS,
            "{ c.addMouseListener(new MouseAdapter() { public void mouseClicked(MouseEvent e) { status = \"\"; } }); }\n",
            off,
            on),
        locked(RUNS, busy, "busy(true);\n", "busy(false);\n"),
        locked("'c.setEnabled(", busy, "busy(false);\n", "busy(true);\n"),
        locked(
            MEETS,
            busy + "{ label.addPropertyChangeListener(e -> busy(false)); }\n",
            "busy(true);\n",
            ""),
        locked(
            MEETS,
            busy
                + "void set(java.util.function.Consumer<Boolean> s) { s.accept(false); }\n{ set(this::busy); }\n",
            "busy(true);\n",
            ""),
        locked(
            RUNS,
            "void lock() { c.setEnabled(false); }\nvoid free() { c.setEnabled(true); }\n",
            "lock();\n",
            "free();\n"));
  }

  /** Settings of the whole program, and what depends on them. */
  static List<Hostile> settings() {
    String german = "Locale.setDefault(Locale.GERMANY);\n";
    String zone = "TimeZone.setDefault(null);\n";
    String format = "label.setText(String.format(\"%.2f\", 1.5) + t);\n";
    String date =
        "label.setText(t + new java.text.SimpleDateFormat(\"HH\").format(new Date(0)));\n";
    return List.of(
        both("'Locale.setDefault'", "", format, german),
        both("'Locale.setDefault'", "", "label.setText(t.toUpperCase());\n", german),
        both("'TimeZone.setDefault'", "", date, zone),
        both(
            "'System.getProperties'",
            "final Properties all = System.getProperties();\n",
            "label.setText(System.getProperty(\"a\"));\n",
            "all.setProperty(\"a\", \"b\");\n"),
        both(
            "'UIManager.getDefaults'",
            "final UIDefaults all = UIManager.getDefaults();\n",
            "label.setText(UIManager.getString(\"a\"));\n",
            "all.put(\"a\", \"b\");\n"),
        both(
            "'Locale.setDefault'",
            "void in(Locale language) { Locale.setDefault(language); }\n",
            "in(Locale.GERMANY);\n",
            "in(Locale.US);\n"),
        both("'System.setOut'", "", "System.out.print(t);\n", "System.setOut(null);\n"),
        both(
            "'System.setProperty'",
            "",
            "System.setProperty(\"last\", t);\n",
            "label.setText(System.getProperty(\"last\"));\n"),
        both(RUNS, "", "label.setText(t);\n", german),
        both(RUNS, "", "label.setText(t);\n", "System.exit(0);\n"));
  }

  /** Methods that the toolkit calls when the user does something, and code that nothing names. */
  static List<Hostile> unnamed() {
    String drop =
        "final DefaultListModel<String> model = new DefaultListModel<>();\n"
            + "final TransferHandler drop = new TransferHandler() {\n"
            + "@Override public boolean importData(JComponent c, java.awt.datatransfer.Transferable t) { model.addElement(\"\"); return true; }\n};\n";
    String set =
        "try { new java.beans.Statement(this, \"set\", null).execute(); } catch (Exception x) { }\n";
    String handle = "try { SET.invoke(this); } catch (Throwable x) { }\n";
    String made =
        "public void set() { status = \"\"; }\n{ new JButton().addActionListener(java.beans.EventHandler.create(ActionListener.class, this, \"set\")); }\n";
    return List.of(
        Hostile.button(
            "drop", "the user may enter", drop, LOAD + "label.setText(t + model.getSize());\n"),
        both(MEETS, "", "label.setText(t + status);\n", set),
        both(MEETS, "java.lang.invoke.MethodHandle SET;\n", "label.setText(t + status);\n", handle),
        both("it calls 'Statement.execute'", "", set, ""),
        Hostile.button(
            "listener without code",
            "'EventHandler.create'",
            made,
            LOAD + "label.setText(t + status);\n"),
        Hostile.waits(
            "handler that only a file names",
            "the user may enter",
            "public void save(ActionEvent e) { status = \"\"; }\n",
            LOAD + "status += t;\n"),
        Hostile.waits(
            "method of the handler itself",
            RUNS,
            "void save(ActionEvent e) { status += \"\"; }\n",
            LOAD + "save(null);\n"),
        both(
            LATE,
            "final List<String> rows = new ArrayList<>();\n",
            "label.setText(t + rows);\n",
            "EventQueue.invokeLater(() -> rows.add(\"a\"));\n"));
  }

  /** Functions that the toolkit calls, and which find something else before the handler's end. */
  static List<Hostile> answers() {
    String members = "boolean upper;\nfinal JTextField field = new JTextField();\n";
    String filter =
        """
        { ((javax.swing.text.AbstractDocument) field.getDocument()).setDocumentFilter(new javax.swing.text.DocumentFilter() {
          public void insertString(FilterBypass to, int at, String s, javax.swing.text.AttributeSet set) throws javax.swing.text.BadLocationException {
            super.insertString(to, at, upper ? s.toUpperCase() : s, set);
          }
        }); }
        """;
    String model =
        """
        final JTable table = new JTable(new javax.swing.table.AbstractTableModel() {
          public int getRowCount() { return 1; }
          public int getColumnCount() { return 1; }
          public Object getValueAt(int row, int column) { return %s; }
          public boolean isCellEditable(int row, int column) { return %s; }
        });
        """;
    String verifier =
        "{ field.setInputVerifier(new InputVerifier() { public boolean verify(JComponent c) { return upper; } }); }\n";
    String look =
        "{ UIManager.put(\"Label.foreground\", (UIDefaults.ActiveValue) d -> upper ? Color.RED : Color.BLACK); }\n";
    String keys =
        "void listen() { KeyboardFocusManager.getCurrentKeyboardFocusManager().addKeyEventDispatcher(k -> upper); }\n";
    String cell =
        "{ new JList<String>().setCellRenderer((l, v, i, s, f) -> new JLabel(upper ? \"A\" : v)); }\n";
    String picture =
        "final JPanel panel = new JPanel() { public void paintComponent(Graphics g) { System.out.println(upper); } };\n";
    String order =
        """
        class Order implements Comparator<String> {
          public int compare(String a, String b) { return upper ? 1 : a.compareTo(b); }
        }
        void sort() { new javax.swing.table.TableRowSorter<>(new JTable().getModel()).setComparator(0, new Order()); }
        """;
    return Stream.of(
            List.of(KEEPS, "order", order),
            List.of(KEEPS, "filter", filter),
            List.of(KEEPS, "function for a static method", look),
            List.of(KEEPS, "verifier", verifier),
            List.of(KEEPS, "dispatcher of keys", keys),
            List.of(KEEPS, "cell to edit", model.formatted("0", "upper")),
            List.of(SHOWS, "cell to show", model.formatted("upper", "false")),
            List.of(SHOWS, "renderer", cell),
            List.of(SHOWS, "picture", picture))
        .map(each ->
            Hostile.button(
                each.get(1),
                each.get(0),
                members + each.get(2),
                LOAD + "upper = t.length() > 1;\n"))
        .toList();
  }

  /**
   * A function of a component that takes no input meanwhile is not called; advice is given only if
   * it helps.
   */
  static List<Hostile> silent() {
    String filter =
        """
        boolean upper;
        final JTextField field = new JTextField();
        { ((javax.swing.text.AbstractDocument) field.getDocument()).setDocumentFilter(new javax.swing.text.DocumentFilter() {
          public void remove(FilterBypass from, int at, int n) throws javax.swing.text.BadLocationException {
            if (upper) { super.remove(from, at, n); }
          }
        }); }
        """;
    String off = "field.setEnabled(false);\n";
    String set = LOAD + "upper = t.length() > 1;\n";
    String on = "field.setEnabled(true);\n";
    return List.of(
        Hostile.waits("locked filter", RUNS, filter, off + set + on),
        Hostile.waits("filter that is not locked", KEEPS, filter, on + set),
        Hostile.handler("filter that another handler unlocks", KEEPS, filter, off + set + on, on));
  }

  /** What decides whether an input runs another handler. */
  static List<Hostile> routes() {
    return List.of(
        route("c.setEnabled(", "c.setEnabled(false);"),
        route(null, "c.setEnabled(true);"),
        route("c.setAction(", "c.setAction(null);"),
        route("c.addActionListener(", "c.addActionListener(x -> label.setIcon(null));"),
        route("panel.removeAll(", "panel.removeAll();"),
        route("panel.setVisible(", "panel.setVisible(t.isEmpty());"),
        route(null, "panel.add(new JLabel(t));\npanel.repaint();\nc.setText(t);"),
        route("c.setEnabled(", "c.setEnabled(!t.isEmpty());"),
        route(
            "frame.getRootPane().setDefaultButton(", "frame.getRootPane().setDefaultButton(null);"),
        route("bar.removeAll(", "bar.removeAll();"),
        route("field.setTransferHandler(", "field.setTransferHandler(null);"));
  }

  private static Hostile route(String call, String after) {
    return new Hostile(
        after,
        call == null ? RUNS : "'" + call,
        BUTTONS
            + ROUTED
            + "void open() {\n  b.addActionListener(e -> {\n"
            + LOAD
            + after
            + "\n  });\n  c.addActionListener(e -> n++);\n}\n");
  }

  /** Calls that decide whether an input reaches a field of which the program asks the text. */
  static List<Hostile> reached() {
    return List.of(
        reaching("panel.setVisible(", "", "panel.setVisible(false);"),
        reaching("panel.remove(", "", "panel.remove(field);"),
        reaching("dialog.dispose(", "", "dialog.dispose();"),
        reaching("dialog.setContentPane(", "", "dialog.setContentPane(new JPanel());"),
        reaching("cards.show(", "", "cards.show(panel, t);"),
        reaching("tabs.setEnabledAt(", "", "tabs.setEnabledAt(0, false);"),
        reaching("field.setEditable(", "", "field.setEditable(false);"),
        reaching("label.requestFocusInWindow(", "", "label.requestFocusInWindow();"),
        reaching(null, "", "field.requestFocusInWindow();"),
        reaching(null, "", "panel.add(new JLabel(t));\npanel.revalidate();"),
        reaching(null, "field.setEnabled(false);\n", "dialog.dispose();\nfield.setEnabled(true);"));
  }

  private static Hostile reaching(String call, String before, String after) {
    return new Hostile(
        before + after,
        call == null ? RUNS : "'" + call,
        """
        final JTextField field = new JTextField();
        final CardLayout cards = new CardLayout();
        final JPanel panel = new JPanel(cards);
        final JTabbedPane tabs = new JTabbedPane();
        final JDialog dialog = new JDialog();
        {
          panel.add(field);
          tabs.addTab("a", panel);
          dialog.add(tabs);
        }
        String text() { return field.getText(); }
        void open(JButton b) {
          b.addActionListener(e -> {
        """
            + before
            + LOAD
            + after
            + "\n  });\n}\n");
  }

  /** What a toolkit has shown during the wait is shown again. */
  static List<Hostile> shownAgain() {
    String names = "final List<String> names = new ArrayList<>();\n";
    String table =
        """
        final javax.swing.table.AbstractTableModel model = new javax.swing.table.AbstractTableModel() {
          public int getRowCount() { return names.size(); }
          public int getColumnCount() { return 1; }
          public Object getValueAt(int row, int column) { return names.get(row); }
        };
        """;
    String panel =
        "int n;\nfinal JPanel panel = new JPanel() { public void paintComponent(Graphics g) { System.out.println(n); } };\n";
    String canvas =
        "int n;\nclass Canvas extends JPanel { public void paintComponent(Graphics g) { System.out.println(n); } }\n";
    String two = "final Canvas one = new Canvas(), two = new Canvas();\n";
    String own =
        """
        static class Canvas extends JPanel {
          String text = "";
          void show(String t) { text = t; repaint(); }
          public void paintComponent(Graphics g) { g.drawString(text, 0, 9); }
        }
        final Canvas one = new Canvas(), two = new Canvas();
        """;
    String set = "n = t.length();\n";
    String bean =
        """
        static class Bean {
          String name = "";
          public String toString() { return name; }
        }
        final Bean bean = new Bean();
        """;
    String model = "final DefaultListModel<Bean> model = new DefaultListModel<>();\n";
    String cells =
        "final JTable table = new JTable(new Object[][] {{bean}}, new Object[] {\"a\"});\n";
    return List.of(
        Hostile.waits("picture", RUNS, panel, LOAD + set + "panel.repaint();\n"),
        Hostile.waits(
            "another picture",
            SHOWS,
            panel + "final JPanel other = new JPanel();\n",
            LOAD + set + "other.repaint();\n"),
        Hostile.waits(
            "picture inside",
            RUNS,
            panel + "final JFrame frame = new JFrame();\n{ frame.add(new JScrollPane(panel)); }\n",
            LOAD + set + "frame.repaint();\n"),
        Hostile.waits("one of two pictures", SHOWS, canvas + two, LOAD + set + "one.repaint();\n"),
        Hostile.waits(
            "both pictures", RUNS, canvas + two, LOAD + set + "one.repaint();\ntwo.repaint();\n"),
        Hostile.waits("picture that repaints itself", RUNS, own, LOAD + "one.show(t);\n"),
        Hostile.waits(
            "picture of a component that is found",
            SHOWS,
            panel,
            LOAD + set + "SwingUtilities.getRoot(b).repaint();\n"),
        Hostile.waits("early picture", SHOWS, panel, "panel.repaint();\n" + LOAD + set),
        Hostile.waits(
            "table", RUNS, names + table, LOAD + "names.add(t);\nmodel.fireTableDataChanged();\n"),
        Hostile.waits("bean of a list", SHOWS, bean + model, LOAD + "bean.name = t;\n"),
        Hostile.waits(
            "bean of a tree",
            SHOWS,
            bean
                + "final JTree tree = new JTree(new javax.swing.tree.DefaultMutableTreeNode(bean));\n",
            LOAD + "bean.name = t;\n"),
        Hostile.waits(
            "bean of a table that is shown again",
            RUNS,
            bean + cells,
            LOAD + "bean.name = t;\ntable.repaint();\n"),
        Hostile.waits(
            "bean of a table, and another one is shown again",
            SHOWS,
            bean + cells + "final JTable other = new JTable();\n",
            LOAD + "bean.name = t;\nother.repaint();\n"),
        Hostile.waits("bean of no list", RUNS, bean, LOAD + "bean.name = t;\n"),
        Hostile.waits("silent table", SHOWS, names + table, LOAD + "names.add(t);\n"));
  }

  @Test
  void advice_isGivenOnlyIfItHelps() throws Exception {
    String other = "  status = \"b\";\n";
    Hostile button = both(MEETS, "", "status += t;\n", other);
    assertTrue(button.said(folder).text().endsWith("; disable what runs it before the slow code"));
    String mouse =
        "{ label.addMouseListener(new MouseAdapter() { public void mouseClicked(MouseEvent e) { status = \"\"; } }); }\n";
    String said =
        Hostile.button("mouse", MEETS, mouse, LOAD + "status += t;\n").said(folder).text();
    assertTrue(said.startsWith(MEETS) && said.endsWith("uses then or afterwards"), said);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "answers",
    "reached",
    "shownAgain",
    "routes",
    "shared",
    "repeated",
    "kept",
    "shown",
    "locks",
    "settings",
    "unnamed"
  })
  void aHandlerWaits_onlyIfOtherInputsKeepTheirEffect(Hostile program) throws Exception {
    program.check(folder);
  }
}
