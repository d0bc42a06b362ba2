package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import dev.hocket.compiler.suggest.source.Layout;
import dev.hocket.compiler.suggest.source.Proposal;
import dev.hocket.compiler.suggest.source.Texts;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The directives with which a handler waits for a block in a method that it calls: each method on
 * the way is async, each call of it is awaited. The program may have them already.
 *
 * @param calls the calls on the way, the handler's first
 * @param innermost the method with the block
 */
public record Marks(Sources sources, List<Site> calls, TreePath innermost) {
  private static final String MARK = "//#omp ";
  private static final String AWAIT = "await(";
  private static final String ASYNC = "async";

  /** Whether the program awaits the calls of a statement, and says nothing else about it. */
  public static boolean isAwaited(Sources sources, TreePath code) {
    List<String> directives = directives(sources, code);
    return !directives.isEmpty()
        && directives.stream().allMatch(directive -> directive.startsWith(AWAIT));
  }

  /** Whether a directive governs a statement. */
  public static boolean isGoverned(Sources sources, TreePath code) {
    return !directives(sources, code).isEmpty();
  }

  /** Whether a directive on the way says something else, so that these cannot be added. */
  public boolean contradict() {
    for (int i = 0; i < calls.size(); i++) {
      if (isGovernedOtherwise(calls.get(i).code(), awaiting(called(i)))
          || isGovernedOtherwise(called(i), ASYNC)) {
        return true;
      }
    }
    return false;
  }

  private boolean isGovernedOtherwise(TreePath code, String mark) {
    List<String> directives = directives(sources, code);
    return !directives.isEmpty() && !directives.equals(List.of(mark));
  }

  /** Adds those that the program does not have. */
  public void addTo(Proposal proposal) {
    for (int i = 0; i < calls.size(); i++) {
      TreePath call = calls.get(i).code();
      TreePath called = called(i);
      if (!isGoverned(sources, call)) {
        Layout layout = new Layout(sources.trees(), call);
        String await = MARK + awaiting(called);
        boolean isBody = call.getParentPath().getLeaf() instanceof LambdaExpressionTree;
        proposal.add(
            call.getCompilationUnit(),
            isBody
                ? layout.instead(call, List.of(await, sources.text(call) + ";"))
                : layout.before(call, await));
      }
      if (!isGoverned(sources, called)) {
        proposal.add(
            called.getCompilationUnit(),
            new Layout(sources.trees(), called).before(called, MARK + ASYNC));
      }
    }
  }

  /** The method that a call on the way calls. */
  private TreePath called(int call) {
    return call + 1 < calls.size() ? calls.get(call + 1).function() : innermost;
  }

  private static List<String> directives(Sources sources, TreePath code) {
    String text = Texts.of(code.getCompilationUnit());
    return DirectiveScanner.scan(text, Grammar.directiveWords()).stream()
        .filter(directive -> directive.next() == sources.start(code))
        .map(DirectiveComment::text)
        .map(String::strip)
        .toList();
  }

  private static String awaiting(TreePath called) {
    MethodTree method = (MethodTree) called.getLeaf();
    String types =
        method.getParameters().stream()
            .map(each -> each.getType().toString().replaceAll("<.*>", ""))
            .collect(Collectors.joining(", "));
    return AWAIT + method.getName() + "(" + types + "))";
  }
}
