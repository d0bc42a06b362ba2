package dev.hocket.projects;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The statements of a program's sources, and the sources with something written around them. */
final class StatementMarks {
  private static final Set<Tree.Kind> KINDS =
      Set.of(
          Tree.Kind.EXPRESSION_STATEMENT,
          Tree.Kind.IF,
          Tree.Kind.FOR_LOOP,
          Tree.Kind.ENHANCED_FOR_LOOP,
          Tree.Kind.WHILE_LOOP,
          Tree.Kind.TRY);

  /** A statement in a block that no jump leaves, from one character of the file to another. */
  record Statement(Path file, int start, int end) {
    boolean overlaps(Statement other) {
      return file.equals(other.file) && start < other.end && other.start < end;
    }
  }

  private record Insertion(int at, boolean isEnd, String text) {}

  private final List<Statement> all = new ArrayList<>();
  private final Map<Path, String> texts = new TreeMap<>();

  StatementMarks(Collection<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        Path file = Path.of(unit.getSourceFile().toUri());
        texts.put(file, Files.readString(file));
        unit.accept(new Finder(unit, file, positions), null);
      }
    }
  }

  /** All statements; their numbers are their indices. */
  List<Statement> all() {
    return all;
  }

  private final class Finder extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final Path file;
    private final SourcePositions positions;

    Finder(CompilationUnitTree unit, Path file, SourcePositions positions) {
      this.unit = unit;
      this.file = file;
      this.positions = positions;
    }

    @Override
    public Void visitBlock(BlockTree block, Void unused) {
      for (StatementTree each : block.getStatements()) {
        if (KINDS.contains(each.getKind()) && !isConstructor(each) && !new Jumps().in(each)) {
          all.add(
              new Statement(
                  file,
                  (int) positions.getStartPosition(unit, each),
                  (int) positions.getEndPosition(unit, each)));
        }
      }
      return super.visitBlock(block, unused);
    }

    private static boolean isConstructor(StatementTree statement) {
      return statement instanceof ExpressionStatementTree expression
          && expression.getExpression() instanceof MethodInvocationTree call
          && call.getMethodSelect() instanceof IdentifierTree name
          && Set.of("this", "super").contains(name.getName().toString());
    }
  }

  /** Looks for a jump that may leave a statement. */
  private static final class Jumps extends TreeScanner<Void, Void> {
    private boolean found;

    boolean in(Tree statement) {
      scan(statement, null);
      return found;
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void unused) {
      found = true;
      return null;
    }

    @Override
    public Void visitBreak(BreakTree tree, Void unused) {
      found = true;
      return null;
    }

    @Override
    public Void visitContinue(ContinueTree tree, Void unused) {
      found = true;
      return null;
    }

    @Override
    public Void visitYield(YieldTree tree, Void unused) {
      found = true;
      return null;
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
      return null;
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      return null;
    }
  }

  /** Writes sources that report to {@link Probe} when a statement begins and ends. */
  void writeReporting(Path from, Path to) throws IOException {
    String probe = Probe.class.getName();
    List<Insertion> insertions = new ArrayList<>();
    for (Path file : texts.keySet()) {
      insertions.clear();
      for (int i = 0; i < all.size(); i++) {
        Statement each = all.get(i);
        if (each.file().equals(file)) {
          insertions.add(new Insertion(each.start(), false, probe + ".enter(" + i + "); try { "));
          insertions.add(new Insertion(each.end(), true, " } finally { " + probe + ".leave(); }"));
        }
      }
      write(to.resolve(from.relativize(file)), with(texts.get(file), insertions));
    }
  }

  /**
   * Writes sources in which some statements are blocks of a worker.
   *
   * @return the number of each block's statement, by the file and the lines of the block
   */
  Map<Block, Integer> writeBlocks(Path from, Path to, IntPredicate chosen) throws IOException {
    Map<Block, Integer> blocks = new TreeMap<>();
    for (Path file : texts.keySet()) {
      Path written = to.resolve(from.relativize(file));
      String text = texts.get(file);
      StringBuilder changed = new StringBuilder();
      int done = 0;
      int line = 1;
      for (int i : inOrder(file, chosen)) {
        Statement each = all.get(i);
        String before = text.substring(done, each.start());
        String statement = text.substring(each.start(), each.end());
        changed.append(before).append("\n//#omp target virtual(worker)\n").append(statement);
        line += lines(before) + 2;
        blocks.put(new Block(written.toString(), line - 1, line + lines(statement)), i);
        line += lines(statement);
        done = each.end();
      }
      write(written, changed.append(text.substring(done)).toString());
    }
    return blocks;
  }

  /** A block in the sources, from the line of its directive to its last line. */
  record Block(String file, int first, int last) implements Comparable<Block> {
    private static final Comparator<Block> ORDER =
        Comparator.comparing(Block::file).thenComparingInt(Block::first);

    boolean has(String name, int line) {
      return file.equals(name) && first <= line && line <= last;
    }

    @Override
    public int compareTo(Block other) {
      return ORDER.compare(this, other);
    }
  }

  private List<Integer> inOrder(Path file, IntPredicate chosen) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (chosen.test(i) && all.get(i).file().equals(file)) {
        numbers.add(i);
      }
    }
    numbers.sort(Comparator.comparingInt(i -> all.get(i).start()));
    return numbers;
  }

  private static int lines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  private static String with(String text, List<Insertion> insertions) {
    StringBuilder changed = new StringBuilder(text);
    insertions.stream()
        .sorted(Comparator.comparingInt(Insertion::at).reversed().thenComparing(Insertion::isEnd))
        .forEach(each -> changed.insert(each.at(), each.text()));
    return changed.toString();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
