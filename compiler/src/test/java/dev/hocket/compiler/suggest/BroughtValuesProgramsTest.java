package dev.hocket.compiler.suggest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that store what an event brings: of two events, the second may be stored first. */
class BroughtValuesProgramsTest {
  private static final String STORES = "after the wait, it stores what its event has brought";
  private static final String RUNS = "run 'load()'";
  private static final String LOAD = "String t = load(); // 1 %s\n";

  @TempDir private Path folder;

  private static Hostile typed(String answer, String name, String members, String code) {
    return new Hostile(
        name,
        answer,
        members
            + "\nvoid open(JPanel p) {\n  p.addKeyListener(new KeyAdapter() {\n"
            + "@Override public void keyTyped(KeyEvent e) {\n"
            + code.formatted(LOAD.formatted("keyTyped"))
            + "}\n  });\n}\n");
  }

  private static Hostile undone(String answer, String name, String code) {
    return new Hostile(
        name,
        answer,
        "final javax.swing.undo.UndoManager manager = new javax.swing.undo.UndoManager();\n"
            + "void open(JTextArea a) {\n  a.getDocument().addUndoableEditListener(e -> {\n"
            + code.formatted(LOAD.formatted("lambda$open$0"))
            + "  });\n}\n");
  }

  static List<Hostile> programs() {
    String text = "final StringBuilder text = new StringBuilder();";
    String keep = "void keep(char c, String t) { status = c + t; }";
    String show = "void show(char c, String t) { label.setText(c + t); }";
    return List.of(
        typed(STORES, "field", "", "%sstatus = e.getKeyChar() + t;\n"),
        typed(STORES, "variable", "", "char c = e.getKeyChar();\n%sstatus = c + t;\n"),
        typed(STORES, "appended", text, "char c = e.getKeyChar();\n%stext.append(c);\n"),
        typed(
            STORES,
            "array",
            "final String[] all = new String[999];",
            "char c = e.getKeyChar();\n%sall[c] = t;\n"),
        typed(STORES, "method that keeps it", keep, "char c = e.getKeyChar();\n%skeep(c, t);\n"),
        typed(
            STORES,
            "pattern",
            "JPanel last;",
            "%sif (e.getSource() instanceof JPanel p) { last = p; }\n"),
        typed(RUNS, "shown", "", "char c = e.getKeyChar();\n%slabel.setText(c + t);\n"),
        typed(RUNS, "method that shows it", show, "char c = e.getKeyChar();\n%sshow(c, t);\n"),
        typed(RUNS, "stored before", "", "status = \"\" + e.getKeyChar();\n%slabel.setText(t);\n"),
        typed(RUNS, "other value", "", "label.setText(\"\" + e.getKeyChar());\n%sstatus = t;\n"),
        undone(STORES, "edit", "%smanager.addEdit(e.getEdit());\nlabel.setText(t);\n"),
        undone(
            RUNS,
            "edit that is added before",
            "manager.addEdit(e.getEdit());\n%slabel.setText(t);\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void aProposal_changesNothing(Hostile program) throws Exception {
    program.check(folder);
  }
}
