package dev.hocket.compiler.lower;

import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.scan.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Expands {@code try} with resources (JLS 14.20.3.1) if a {@code close()} can be suspended, because
 * only a call in the text can be marked.
 *
 * <pre>{ R r = …; Throwable primary = null; try { … } catch (Throwable t) { primary = t; throw t; }
 * finally { if (r != null) { if (primary == null) r.close(); else try { r.close(); } … } } }</pre>
 */
final class ResourceLowering {
  private final AttributedUnit unit;
  private final Naming naming;
  private final Tokens tokens;
  private final Edits edits;

  /**
   * The mark after the call that closes each resource; other resources are closed without a mark.
   */
  private final Map<Tree, String> marks = new HashMap<>();

  private final Set<TryTree> statements = new LinkedHashSet<>();

  /** The number of each resource, for the names of generated variables. */
  private final Map<Tree, Integer> numbers = new HashMap<>();

  ResourceLowering(Context context) {
    this.unit = context.unit();
    this.naming = context.naming();
    this.tokens = context.tokens();
    this.edits = context.edits();
  }

  /** Records a resource with the mark that follows its closing call. */
  void mark(TreePath resource, String mark) {
    marks.put(resource.getLeaf(), mark);
    statements.add((TryTree) resource.getParentPath().getLeaf());
  }

  /** Expands the statements with such resources. */
  void lower() {
    statements.forEach(this::lower);
  }

  private void lower(TryTree tree) {
    boolean handles = !tree.getCatches().isEmpty() || tree.getFinallyBlock() != null;
    Head head = Head.of(tokens, unit.start(tree));
    replace(head.keyword(), handles ? "try" : "");
    replace(head.opening(), "{");
    List<? extends Tree> resources = tree.getResources();
    for (int i = 0; i < resources.size(); i++) {
      Tree resource = resources.get(i);
      switch (resource) {
        case VariableTree variable when isUnnamed(variable) ->
            replace(Declarator.of(unit, tokens, variable).name(), name(resource));
        case VariableTree variable -> {}
        default -> edits.insert(unit.start(resource), "final var " + name(resource) + " = ");
      }
      boolean last = i == resources.size() - 1;
      String behind = "; java.lang.Throwable " + primary(resource) + " = null; try ";
      replace(head.ends().get(i), last ? behind : behind + "{");
    }
    head.ends().stream().skip(resources.size()).forEach(token -> replace(token, ""));
    StringBuilder closing = new StringBuilder();
    for (Tree resource : resources.reversed()) {
      closing.append(end(resource)).append(" }");
    }
    edits.close(unit.end(tree.getBlock()), unit.start(tree.getBlock()), closing.toString());
  }

  private void replace(Token token, String text) {
    edits.replace(token.start(), token.end(), text);
  }

  /** The code that closes a resource after the part of the statement that uses it. */
  private String end(Tree resource) {
    return (" catch (java.lang.Throwable %2$s) { %1$s = %2$s; throw %2$s; }"
            + " finally { if (%3$s != null) { if (%1$s == null) { %4$s } else { try { %4$s }"
            + " catch (java.lang.Throwable %2$s) { %1$s.addSuppressed(%2$s); } } } }")
        .formatted(
            primary(resource),
            naming.ofResource("thrown", number(resource)),
            name(resource),
            name(resource) + ".close(); " + marks.getOrDefault(resource, ""));
  }

  /** The name of the variable that holds a resource. */
  private String name(Tree resource) {
    return resource instanceof VariableTree variable && !isUnnamed(variable)
        ? variable.getName().toString()
        : naming.ofResource("resource", number(resource));
  }

  /** Whether a resource is declared as {@code _}, which no call can name. */
  private static boolean isUnnamed(VariableTree variable) {
    return variable.getName().isEmpty();
  }

  private int number(Tree resource) {
    return numbers.computeIfAbsent(resource, r -> numbers.size());
  }

  private String primary(Tree resource) {
    return naming.ofResource("primary", number(resource));
  }

  /**
   * The tokens of a statement's head.
   *
   * @param keyword the token {@code try}
   * @param opening the parenthesis after it
   * @param ends the token after each resource: a semicolon or the closing parenthesis, which may
   *     also follow a semicolon
   */
  private record Head(Token keyword, Token opening, List<Token> ends) {
    static Head of(Tokens tokens, int start) {
      int at = tokens.lastBefore(start) + 1;
      Token keyword = tokens.get(at);
      Token opening = tokens.get(++at);
      List<Token> ends = new ArrayList<>();
      int depth = 1;
      while (depth > 0) {
        switch (tokens.text(++at)) {
          case "(", "{", "[" -> depth++;
          case ")", "}", "]" -> depth--;
          case ";" -> {
            if (depth == 1) {
              ends.add(tokens.get(at));
            }
          }
          default -> {}
        }
      }
      ends.add(tokens.get(at));
      return new Head(keyword, opening, ends);
    }
  }
}
