package dev.hocket.compiler.lower;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.Function;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.place.WaitScope;
import dev.hocket.compiler.parse.Name;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Declares the scopes of waits. The code of a body with a scope becomes
 *
 * <pre>final TagScope t$scope = TargetBlocks.scope("t"); try { … } finally { t$scope.end(); }</pre>
 */
final class ScopeLowering {
  private final CheckedUnit checked;
  private final Library library;
  private final Naming naming;
  private final Edits edits;

  ScopeLowering(Context context) {
    this.checked = context.checked();
    this.library = context.library();
    this.naming = context.naming();
    this.edits = context.edits();
  }

  /** Wraps the bodies. */
  void lower() {
    Map<Tree, List<WaitScope>> bodies =
        checked.scopes().all().stream()
            .sorted(Comparator.comparing(WaitScope::tag))
            .collect(
                Collectors.groupingBy(
                    scope -> scope.body().getLeaf(), IdentityHashMap::new, Collectors.toList()));
    bodies.values().forEach(this::enclose);
  }

  private void enclose(List<WaitScope> scopes) {
    WaitScope any = scopes.getFirst();
    String begin = scopes.stream().map(this::declaration).collect(Collectors.joining());
    String end =
        scopes.stream()
            .map(scope -> naming.scope(scope) + ".end(); ")
            .collect(Collectors.joining("", "finally { ", "}"));
    String opening = " " + begin + "try {";
    String closing = "} " + end + " ";
    if (any.body().getLeaf() instanceof LambdaExpressionTree lambda
        && lambda.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION) {
      opening = "{" + opening + (isVoid(any.body()) ? " " : " return ");
      closing = "; " + closing + "}";
    }
    edits.open(any.start(), any.end(), Snippet.of(opening));
    edits.close(any.end(), any.start(), closing);
  }

  private boolean isVoid(TreePath lambda) {
    return new Function(Function.Kind.LAMBDA, lambda, null).isVoid(checked.unit());
  }

  private String declaration(WaitScope scope) {
    String outer = scope.outer() == null ? "" : ", " + naming.scope(scope.outer());
    return "final %s %s = %sscope(%s%s); "
        .formatted(
            library.type(Library.TAG_SCOPE),
            naming.scope(scope),
            library.call(Library.BLOCKS),
            Labels.quote(scope.tag()),
            outer);
  }

  /** The argument for a block's scope: the scope's variable, or the tag if it has no scope. */
  String argument(TargetBlock block, Name tag) {
    return checked.scopes().of(block).map(naming::scope).orElseGet(() -> Labels.quote(tag.text()));
  }

  /** The scope of a block, which may be that of the program. */
  String scope(TargetBlock block, Name tag) {
    return checked.scopes().of(block).map(naming::scope).orElseGet(() -> program(tag.text()));
  }

  /** The arguments for a wait: all of them scopes, or all of them tags. */
  List<String> arguments(WaitPoint wait) {
    List<String> tags = wait.directive().tags().stream().map(Name::text).toList();
    boolean anyScope = tags.stream().anyMatch(tag -> checked.scopes().of(wait, tag).isPresent());
    return tags.stream()
        .map(tag ->
            checked
                .scopes()
                .of(wait, tag)
                .map(naming::scope)
                .orElseGet(() -> anyScope ? program(tag) : Labels.quote(tag)))
        .toList();
  }

  private String program(String tag) {
    return library.call(Library.BLOCKS) + "program(" + Labels.quote(tag) + ")";
  }
}
