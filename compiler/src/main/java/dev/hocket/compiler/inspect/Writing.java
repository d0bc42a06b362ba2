package dev.hocket.compiler.inspect;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.parse.Continuation;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Proposes completions of a directive that the user is writing. */
public final class Writing {
  /**
   * A proposal for the next word.
   *
   * @param text the text to insert
   * @param detail the word's form in the grammar, or the kind of the name
   * @param meaning the meaning of the word; may be empty
   * @param prefix how many characters of it the user has typed already
   */
  public record Proposal(String text, String detail, String meaning, int prefix) {}

  private Writing() {}

  /**
   * Proposes words and names for a place in a text.
   *
   * @param text the text of the file
   * @param offset the offset of the place
   * @param names the tags and targets of the program
   * @return the proposals, best first; none outside a directive
   */
  public static List<Proposal> proposals(String text, int offset, List<NameUse> names) {
    String line = text.substring(text.lastIndexOf('\n', offset - 1) + 1, offset);
    if (line.matches(".*//\\s?#?o?m?p?")) {
      String written = line.substring(line.lastIndexOf("//"));
      return List.of(new Proposal("//#omp ", "a directive", "", written.length()));
    }
    return Continuation.of(line)
        .map(continuation -> proposals(continuation, text, offset, names))
        .orElse(List.of());
  }

  private static List<Proposal> proposals(
      Continuation continuation, String text, int offset, List<NameUse> names) {
    int prefix = continuation.prefix().length();
    List<Proposal> proposals = new ArrayList<>();
    for (Continuation.Word word : continuation.words()) {
      String inserted = word.opens() ? word.text() + "(" : word.text();
      proposals.add(new Proposal(inserted, word.form(), word.meaning(), prefix));
    }
    Set<String> known =
        switch (continuation.kind()) {
          case WORD -> Set.of();
          case TARGET -> named(names, NameUse.Kind.TARGET, List.of("worker", "edt"));
          case TAG -> named(names, NameUse.Kind.TAG, List.of());
          case VARIABLE -> locals(text, offset);
        };
    String detail = continuation.kind().name().toLowerCase(Locale.ROOT);
    known.forEach(name -> proposals.add(new Proposal(name, detail, "", prefix)));
    return proposals;
  }

  private static Set<String> named(List<NameUse> names, NameUse.Kind kind, List<String> always) {
    Set<String> all = new TreeSet<>(always);
    names.stream().filter(use -> use.kind() == kind).map(NameUse::name).forEach(all::add);
    return all;
  }

  /** The local variables declared before a place, nearest first. */
  private static Set<String> locals(String text, int offset) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ProjectFile.Input input = new ProjectFile("file:///Text.java", text).input(true);
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                new StringWriter(), null, said -> {}, List.of("-proc:none"), null, List.of(input));
    try {
      CompilationUnitTree unit = task.parse().iterator().next();
      Locals locals = new Locals(unit, Trees.instance(task).getSourcePositions(), offset);
      locals.scan(new TreePath(unit), null);
      return new LinkedHashSet<>(locals.found.reversed());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Locals extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final int offset;
    private final List<String> found = new ArrayList<>();

    Locals(CompilationUnitTree unit, SourcePositions positions, int offset) {
      this.unit = unit;
      this.positions = positions;
      this.offset = offset;
    }

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
      TreePath scope = getCurrentPath().getParentPath();
      boolean isLocal = isInMethod(scope);
      if (isLocal && start(tree) < offset && contains(scope.getLeaf())) {
        found.add(tree.getName().toString());
      }
      return super.visitVariable(tree, unused);
    }

    private static boolean isInMethod(TreePath scope) {
      for (TreePath path = scope; path != null; path = path.getParentPath()) {
        switch (path.getLeaf()) {
          case MethodTree method -> {
            return true;
          }
          case LambdaExpressionTree lambda -> {
            return true;
          }
          case BlockTree block -> {
            return true;
          }
          case ClassTree type -> {
            return false;
          }
          default -> {}
        }
      }
      return false;
    }

    private long start(Tree tree) {
      return positions.getStartPosition(unit, tree);
    }

    private boolean contains(Tree tree) {
      return start(tree) <= offset && offset <= positions.getEndPosition(unit, tree);
    }
  }
}
