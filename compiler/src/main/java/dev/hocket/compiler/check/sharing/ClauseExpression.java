package dev.hocket.compiler.check.sharing;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.check.language.Writes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The Java expression of a clause, parsed by javac.
 *
 * @param names the simple names in it that may denote variables
 * @param location the ranges of the variable, or of the array and its indices; empty if the
 *     expression is neither
 * @param error its syntax error
 */
record ClauseExpression(List<NameUse> names, List<Span> location, Optional<Syntax> error) {
  /** A range of offsets in the expression. */
  record Span(int start, int end) {}

  /** A simple name with its offset in the expression. */
  record NameUse(String name, int offset, boolean written) {}

  /** A syntax error with its offset in the expression. */
  record Syntax(String message, int offset) {}

  private static final String BEFORE = "class Clause { Object expression = (";

  /** javac parses all files, however many errors it finds. */
  private static final List<String> OPTIONS = List.of("-proc:none", "-Xmaxerrs", "0");

  /** Parses expressions, all by one run of javac: each run takes a while to begin. */
  static Map<String, ClauseExpression> parse(Set<String> texts) {
    Map<URI, String> sources = new HashMap<>();
    List<Source> files = new ArrayList<>();
    for (String text : texts) {
      Source file = new Source(files.size(), text);
      files.add(file);
      sources.put(file.toUri(), text);
    }
    if (files.isEmpty()) {
      return Map.of();
    }
    DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<>();
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, errors, OPTIONS, null, files);
    Map<String, ClauseExpression> parsed = new HashMap<>();
    try {
      Iterable<? extends CompilationUnitTree> units = task.parse();
      for (Diagnostic<? extends JavaFileObject> error : errors.getDiagnostics()) {
        String text = sources.get(error.getSource().toUri());
        parsed.computeIfAbsent(text, key -> wrong(key, error));
      }
      Trees trees = Trees.instance(task);
      for (CompilationUnitTree unit : units) {
        String text = sources.get(unit.getSourceFile().toUri());
        parsed.computeIfAbsent(
            text,
            key ->
                new ClauseExpression(names(unit, trees), location(unit, trees), Optional.empty()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parsed;
  }

  private static ClauseExpression wrong(String text, Diagnostic<?> error) {
    int offset = (int) error.getPosition() - BEFORE.length();
    int inside = Math.clamp(offset, 0, text.length() - 1);
    return new ClauseExpression(
        List.of(), List.of(), Optional.of(new Syntax(error.getMessage(null), inside)));
  }

  private static List<Span> location(CompilationUnitTree unit, Trees trees) {
    VariableTree field =
        (VariableTree) ((ClassTree) unit.getTypeDecls().getFirst()).getMembers().getFirst();
    ExpressionTree root = ((ParenthesizedTree) field.getInitializer()).getExpression();
    List<Span> parts = new ArrayList<>();
    while (root instanceof ArrayAccessTree access) {
      parts.addFirst(span(access.getIndex(), unit, trees));
      root = access.getExpression();
    }
    if (parts.isEmpty() && !(root instanceof IdentifierTree name && !isThis(name))) {
      return List.of();
    }
    parts.addFirst(span(root, unit, trees));
    return parts;
  }

  private static boolean isThis(IdentifierTree name) {
    return name.getName().contentEquals("this") || name.getName().contentEquals("super");
  }

  private static Span span(Tree tree, CompilationUnitTree unit, Trees trees) {
    SourcePositions positions = trees.getSourcePositions();
    return new Span(
        (int) positions.getStartPosition(unit, tree) - BEFORE.length(),
        (int) positions.getEndPosition(unit, tree) - BEFORE.length());
  }

  private static List<NameUse> names(CompilationUnitTree unit, Trees trees) {
    SourcePositions positions = trees.getSourcePositions();
    List<NameUse> names = new ArrayList<>();
    Set<String> own = new HashSet<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree tree, Void unused) {
        own.add(tree.getName().toString());
        return super.visitVariable(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        if (!(tree.getMethodSelect() instanceof IdentifierTree)) {
          scan(tree.getMethodSelect(), null);
        }
        return scan(tree.getArguments(), null);
      }

      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        int offset = (int) positions.getStartPosition(unit, tree) - BEFORE.length();
        if (offset >= 0) {
          boolean written = Writes.isWritten(getCurrentPath());
          names.add(new NameUse(tree.getName().toString(), offset, written));
        }
        return null;
      }
    }.scan(unit, null);
    names.removeIf(use -> own.contains(use.name()));
    return names;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String expression;

    Source(int number, String expression) {
      super(URI.create("string:///Clause" + number + ".java"), Kind.SOURCE);
      this.expression = expression;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return BEFORE + expression + "\n); }";
    }
  }
}
