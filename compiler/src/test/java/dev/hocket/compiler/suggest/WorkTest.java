package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The work for a proposal grows like the program, which counts of its steps show. */
class WorkTest {
  private static final int FEW = 8;
  private static final int TIMES = 4;

  /** What may grow faster than the program: a constant part would make it grow slower. */
  private static final double TOLERANCE = 1.3;

  @TempDir private Path folder;

  /** Classes with equal names of methods, each of which calls the next one. */
  private static String source(int i, int next) {
    return """
    import java.util.*;
    import java.util.function.*;
    import javax.swing.*;

    class C%1$d extends AbstractList<String> implements Runnable {
      final List<String> rows = new ArrayList<>();
      final JLabel label = new JLabel();
      C%2$d next;
      String status = "";
      public String get(int i) { return rows.get(i); }
      public int size() { return rows.size(); }
      public void run() { status = rows.toString(); rows.forEach(each -> status = each); }
      Function<String, String> named() { return each -> each + status; }
      List<String> all(List<String> in) {
        List<String> out = new ArrayList<>(in);
        out.addAll(next.all(this));
        next.run();
        return next.named().apply(status).isEmpty() ? out : rows;
      }
      void open(JButton b) {
        b.addActionListener(e -> label.setText("" + all(rows) + this));
      }
    }
    """
        .formatted(i, next);
  }

  private long work(int files) throws Exception {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      Path file = Files.createDirectories(folder.resolve("" + files)).resolve("C" + i + ".java");
      paths.add(Files.writeString(file, source(i, (i + 1) % files)));
    }
    Program program = Program.read(paths, List.of());
    TreePath handler = handler(program);
    program.fieldsOfHandlers();
    new Handlers(program).callOf(handler);
    new SharedFields(program).problem(Program.body(handler), handler);
    ChangedContainers.problem(program, Program.body(handler), handler, true);
    // Every handler reaches all of the program; what it finds there, the next one need not ask.
    program.handlers().ofEvents().forEach(each -> Reached.of(program, Program.body(each)));
    return program.questions();
  }

  /** The handler of the first file. */
  private static TreePath handler(Program program) {
    TreePath[] found = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        found[0] = getCurrentPath();
        return null;
      }
    }.scan(new TreePath(program.units().getFirst()), null);
    return found[0];
  }

  @Test
  void work_growsLikeTheProgram() throws Exception {
    long few = work(FEW);
    long many = work(FEW * TIMES);
    assertTrue(many <= TOLERANCE * TIMES * few, few + " steps, then " + many);
  }
}
