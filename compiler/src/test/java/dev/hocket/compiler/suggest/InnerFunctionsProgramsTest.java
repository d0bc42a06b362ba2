package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose slow method gives an object to a library that runs functions inside the object:
 * listeners of a document, a log's handler, the stream below another stream. On a worker, they
 * would touch components. Moving {@code load()} alone is right.
 */
class InnerFunctionsProgramsTest {
  private static final String ALONE = "run 'load()'";
  private static final String WHOLE = "run 'slow()'";
  private static final String AREA = "final JTextArea area = new JTextArea();\n";
  private static final String STREAM =
      """
      static class Counting extends java.io.FilterInputStream {
        final JLabel label;
        Counting(java.io.InputStream in, JLabel label) { super(in); this.label = label; }
        public int read() throws java.io.IOException { label.setText("read"); return in.read(); }
      }
      """;
  private static final String HANDLER =
      """
      static class Console extends java.util.logging.Handler {
        JTextArea area;
        public void publish(java.util.logging.LogRecord r) { area.append(r.getMessage()); }
        public void flush() {}
        public void close() {}
      }
      """;

  @TempDir private Path folder;

  /**
   * A program whose handler calls {@code slow()}.
   *
   * @param code what the slow method does before it loads
   */
  private static Hostile slow(String answer, String name, String members, String code) {
    return slow(answer, name, members, "", code);
  }

  /** The same with code that runs once, before the handler. */
  private static Hostile slow(
      String answer, String name, String members, String once, String code) {
    return new Hostile(
        name,
        answer,
        members
            + "String slow() { try { "
            + code
            + " } catch (Exception x) { } return load(); } // 1 slow\n"
            + "void open(JButton b) {\n"
            + once
            + """

              b.addActionListener(e -> {
                String text = slow(); // 2 lambda$open$0
                label.setText(text);
              });
            }
            """);
  }

  private static String document(String listened) {
    return "final javax.swing.text.Document document = new JTextPane().getDocument();\n"
        + "{ "
        + listened
        + """
        .addDocumentListener(new DocumentListener() {
          public void insertUpdate(DocumentEvent e) { label.setText("new"); }
          public void removeUpdate(DocumentEvent e) {}
          public void changedUpdate(DocumentEvent e) {}
        }); }
        """;
  }

  static List<Hostile> given() {
    String kit = "new javax.swing.text.DefaultEditorKit()";
    String reader = "new java.io.StringReader(\"a\")";
    String text = "new javax.swing.text.PlainDocument()";
    return List.of(
        slow(
            ALONE,
            "document that an editor kit fills",
            document("document"),
            kit + ".read(" + reader + ", document, 0);"),
        slow(
            ALONE,
            "document of a component that an editor kit fills",
            document("document"),
            "final javax.swing.text.Document same = document;",
            "javax.swing.text.Document mine = document; "
                + kit
                + ".read("
                + reader
                + ", mine, 0);"),
        slow(
            ALONE,
            "document that a component shows, without a listener of the program",
            "final javax.swing.text.Document document = "
                + text
                + ";\nfinal JTextArea shows = new JTextArea(document);\n",
            kit + ".read(" + reader + ", document, 0);"),
        slow(
            ALONE,
            "document that a component shows and the method fills",
            "final javax.swing.text.Document document = "
                + text
                + ";\nfinal JTextArea shows = new JTextArea(document);\n",
            "document.insertString(0, \"a\", null);"),
        slow(
            WHOLE,
            "document that the method makes",
            "",
            "var own = " + text + "; own.insertString(0, \"a\", null);"),
        slow(
            ALONE,
            "action of a button",
            "final Action save = new AbstractAction() { public void actionPerformed(ActionEvent e) {} };\n"
                + "final JButton button = new JButton(save);\n",
            "save.setEnabled(false);"),
        slow(
            ALONE,
            "name of an action",
            "final Action save = new AbstractAction() { public void actionPerformed(ActionEvent e) {} };\n"
                + "final JButton button = new JButton(save);\n",
            "save.putValue(Action.NAME, \"a\");"),
        slow(
            ALONE,
            "group of buttons",
            "final ButtonGroup group = new ButtonGroup();\nfinal JRadioButton one = new JRadioButton();\n",
            "group.clearSelection();"));
  }

  static List<Hostile> inside() {
    return List.of(
        slow(
            "it changes the contents of the field 'in'",
            "stream below a stream",
            STREAM
                + "final java.io.InputStream in = new java.io.BufferedInputStream(new Counting(System.in, label));\n",
            "javax.imageio.ImageIO.read(in);"),
        slow(
            ALONE,
            "stream below a scanner",
            STREAM + "final Scanner scanner = new Scanner(new Counting(System.in, label));\n",
            "scanner.next();"),
        slow(
            "it uses the field 'in'",
            "stream below two others",
            STREAM
                + "final java.io.InputStream below = new Counting(System.in, label);\n"
                + "final java.io.InputStream in = new java.io.BufferedInputStream(below);\n",
            "new java.io.DataInputStream(in).readInt();"),
        slow(
            "it uses the field 'in'",
            "stream that a library watches with a component",
            "final java.io.InputStream in = new ProgressMonitorInputStream(label, \"a\", System.in);\n",
            "javax.imageio.ImageIO.read(in);"),
        slow(
            ALONE,
            "sorter with a comparator",
            "final TreeSet<String> set = new TreeSet<>((x, y) -> { label.setText(x); return x.compareTo(y); });\n",
            "set.add(\"a\");"),
        slow(
            "it changes the contents of the field 'map'",
            "map that computes",
            "final Map<String, String> map = new java.util.concurrent.ConcurrentHashMap<>();\n"
                + "final java.util.function.Function<String, String> f = x -> { label.setText(x); return x; };\n",
            "map.computeIfAbsent(\"a\", f);"),
        slow(
            ALONE,
            "copy of a set with a comparator",
            "final TreeSet<String> set = new TreeSet<>((x, y) -> { label.setText(x); return 0; });\n",
            "var copy = new TreeSet<>(set); copy.contains(\"a\");"),
        slow(
            ALONE,
            "lazy view",
            "final ThreadLocal<String> own = ThreadLocal.withInitial(() -> { label.setText(\"\"); return \"a\"; });\n",
            "own.get();"),
        slow(
            ALONE,
            "stream that waits for its end",
            "final java.util.stream.Stream<String> all = List.of(\"a\").stream().peek(x -> label.setText(x));\n",
            "all.toList();"),
        slow(
            ALONE,
            "observer",
            "static class Model extends Observable { void changed() { setChanged(); notifyObservers(); } }\n"
                + "final Model model = new Model();\n",
            "model.addObserver((o, a) -> label.setText(\"new\"));",
            "model.changed();"),
        slow(
            ALONE,
            "listener of a support object",
            "final java.beans.PropertyChangeSupport all = new java.beans.PropertyChangeSupport(this);\n",
            "all.addPropertyChangeListener(x -> label.setText(\"new\"));",
            "all.firePropertyChange(\"a\", 1, 2);"),
        slow(
            ALONE,
            "listener of a support object that touches nothing",
            "final java.beans.PropertyChangeSupport all = new java.beans.PropertyChangeSupport(this);\n",
            "all.addPropertyChangeListener(x -> System.out.println(x));",
            "all.firePropertyChange(\"a\", 1, 2);"));
  }

  static List<Hostile> everywhere() {
    return List.of(
        slow(
            ALONE,
            "log with a handler",
            AREA
                + HANDLER
                + "final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"a\");\n",
            "log.addHandler(new Console());",
            "log.info(\"a\");"),
        slow(
            ALONE,
            "log below one with a handler",
            AREA
                + HANDLER
                + "final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"a.b\");\n",
            "java.util.logging.Logger.getLogger(\"\").addHandler(new Console());",
            "log.info(\"a\");"),
        slow(
            ALONE,
            "log of the class with a handler in another field",
            AREA
                + HANDLER
                + "static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger(\"a\");\n"
                + "static final java.util.logging.Logger ROOT = LOG.getParent();\n",
            "ROOT.addHandler(new Console());",
            "LOG.info(\"a\");"),
        slow(
            ALONE,
            "log whose handler posts a task",
            AREA
                + HANDLER.replace(
                    "area.append(r.getMessage());",
                    "SwingUtilities.invokeLater(() -> area.append(r.getMessage()));")
                + "final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"a\");\n",
            "log.addHandler(new Console());",
            "log.info(\"a\");"),
        slow(
            WHOLE,
            "log without a handler of the program",
            "final java.util.logging.Logger log = java.util.logging.Logger.getLogger(\"a\");\n",
            "log.info(\"a\");"),
        slow(
            ALONE,
            "output that a component shows",
            AREA,
            "System.setOut(new java.io.PrintStream(new java.io.OutputStream() {\n"
                + "  public void write(int c) { area.append(\"\" + (char) c); }\n"
                + "}));",
            "System.out.println(\"a\");"),
        slow(
            ALONE,
            "errors that a component shows",
            AREA
                + "class Console extends java.io.OutputStream { public void write(int c) { area.append(\"\" + c); } }\n",
            "java.io.PrintStream all = new java.io.PrintStream(new Console());\nSystem.setErr(all);",
            "System.err.println(\"a\");"),
        slow(
            ALONE,
            "log that a library knows by another variable, too",
            AREA
                + HANDLER
                + "static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger(\"a.b\");\n"
                + "static final java.util.logging.Logger ABOVE = java.util.logging.Logger.getLogger(\"a\");\n",
            "ABOVE.addHandler(new Console());",
            "LOG.info(\"a\");"),
        slow(WHOLE, "output that nothing shows", "", "System.out.println(\"a\");"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"given", "inside", "everywhere"})
  void aLibraryRunsWhatIsInsideAnObject(Hostile program) throws Exception {
    program.check(folder);
  }
}
