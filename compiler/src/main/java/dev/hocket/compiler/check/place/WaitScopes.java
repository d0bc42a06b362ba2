package dev.hocket.compiler.check.place;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.language.ConstructorCall;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Finds the scopes of the waits of a file. The scope of a {@code wait(t)} is the smallest body
 * around it with a {@code name_as(t)} that can run before it: the block stands above the wait, or a
 * loop contains both. A wait without a scope waits for the blocks of the whole program, and so does
 * a wait in the older syntax.
 *
 * <p>The scope becomes a local variable of the body. So a body around a class is a candidate only
 * if code in the class can use its variables. A constructor is one only if all blocks and waits of
 * the tag follow its call of another constructor.
 */
public final class WaitScopes {
  private final AttributedUnit unit;
  private final List<TargetBlock> blocks;
  private final Map<Key, WaitScope> scopes = new HashMap<>();
  private final Map<WaitPoint, Map<String, Key>> found = new HashMap<>();

  /** A body, identified by its tree, with a tag. */
  private record Key(Tree body, String tag) {}

  public WaitScopes(AttributedUnit unit, Regions regions, List<WaitPoint> waits) {
    this.unit = unit;
    this.blocks = regions.blocks().stream().filter(b -> b.directive().tag().isPresent()).toList();
    Map<Key, TreePath> bodies = new HashMap<>();
    for (WaitPoint wait : waits) {
      for (Name tag : wait.directive().tags()) {
        if (!wait.directive().isOlder()) {
          bodyOf(wait, tag.text())
              .ifPresent(body -> {
                Key key = new Key(body.getLeaf(), tag.text());
                bodies.put(key, body);
                found.computeIfAbsent(wait, w -> new HashMap<>()).put(tag.text(), key);
              });
        }
      }
    }
    bodies.keySet().forEach(key -> scope(key, bodies));
  }

  /** All scopes. */
  public Collection<WaitScope> all() {
    return scopes.values();
  }

  /** The scope of a block with a tag; empty if only waits for the whole program wait for it. */
  public Optional<WaitScope> of(TargetBlock block) {
    String tag = tag(block);
    return bodiesAround(block.path()).stream()
        .map(body -> scopes.get(new Key(body.getLeaf(), tag)))
        .filter(scope -> scope != null)
        .findFirst();
  }

  /** All scopes whose waits wait for a block with a tag, innermost first. */
  public Stream<WaitScope> around(TargetBlock block) {
    return Stream.iterate(of(block).orElse(null), scope -> scope != null, WaitScope::outer);
  }

  /** The scope of a wait for one of its tags; empty if it waits for the whole program. */
  public Optional<WaitScope> of(WaitPoint wait, String tag) {
    return Optional.ofNullable(found.getOrDefault(wait, Map.of()).get(tag)).map(scopes::get);
  }

  private WaitScope scope(Key key, Map<Key, TreePath> bodies) {
    WaitScope known = scopes.get(key);
    if (known != null) {
      return known;
    }
    TreePath body = bodies.get(key);
    WaitScope outer =
        bodiesAround(body).stream()
            .skip(1)
            .map(around -> new Key(around.getLeaf(), key.tag()))
            .filter(bodies::containsKey)
            .findFirst()
            .map(around -> scope(around, bodies))
            .orElse(null);
    Tree code = code(body.getLeaf());
    int end = unit.end(code) - (code instanceof BlockTree ? 1 : 0);
    WaitScope scope = new WaitScope(body, key.tag(), start(body.getLeaf()), end, outer);
    scopes.put(key, scope);
    return scope;
  }

  private Optional<TreePath> bodyOf(WaitPoint wait, String tag) {
    return bodiesAround(wait.list()).stream().filter(body -> isScope(body, wait, tag)).findFirst();
  }

  private boolean isScope(TreePath body, WaitPoint wait, String tag) {
    List<TargetBlock> inside =
        blocks.stream()
            .filter(block -> tag(block).equals(tag))
            .filter(block ->
                bodiesAround(block.path()).stream().anyMatch(b -> b.getLeaf() == body.getLeaf()))
            .toList();
    int start = start(body.getLeaf());
    return inside.stream().anyMatch(block -> canRunBefore(block, wait, body))
        && offset(wait) >= start
        && inside.stream().allMatch(block -> block.offset() >= start);
  }

  private boolean canRunBefore(TargetBlock block, WaitPoint wait, TreePath body) {
    if (block.offset() < offset(wait)) {
      return true;
    }
    for (TreePath path = wait.list(); path.getLeaf() != body.getLeaf(); ) {
      if (isLoop(path.getLeaf()) && block.offset() < unit.end(path.getLeaf())) {
        return true;
      }
      path = path.getParentPath();
    }
    return false;
  }

  private static boolean isLoop(Tree tree) {
    return tree instanceof ForLoopTree
        || tree instanceof EnhancedForLoopTree
        || tree instanceof WhileLoopTree
        || tree instanceof DoWhileLoopTree;
  }

  /** The bodies around a place whose local variables can be used there, innermost first. */
  private static List<TreePath> bodiesAround(TreePath place) {
    List<TreePath> bodies = new ArrayList<>();
    TreePath block = null;
    Tree member = null;
    for (TreePath path = place; path != null; path = path.getParentPath()) {
      switch (path.getLeaf()) {
        case LambdaExpressionTree lambda -> {
          bodies.add(path);
          block = null;
        }
        case MethodTree method -> {
          bodies.add(path);
          block = null;
        }
        case BlockTree outermost -> block = path;
        case ClassTree type -> {
          if (block != null) {
            bodies.add(block);
            block = null;
          }
          if (isStatic(type, member)) {
            return bodies;
          }
        }
        default -> {}
      }
      member = path.getLeaf();
    }
    return bodies;
  }

  /** Whether the code of a member cannot use local variables around its class. */
  private static boolean isStatic(ClassTree type, Tree member) {
    return type.getKind() != Tree.Kind.CLASS
        || switch (member) {
          case MethodTree method -> method.getModifiers().getFlags().contains(Modifier.STATIC);
          case VariableTree field -> field.getModifiers().getFlags().contains(Modifier.STATIC);
          case ClassTree inner -> inner.getModifiers().getFlags().contains(Modifier.STATIC);
          case BlockTree initializer -> initializer.isStatic();
          case null, default -> false;
        };
  }

  /** The offset in a body from which a variable can be declared. */
  private int start(Tree body) {
    Tree code = code(body);
    if (!(code instanceof BlockTree block)) {
      return unit.start(code);
    }
    int start = unit.start(block) + 1;
    for (StatementTree statement : block.getStatements()) {
      if (statement instanceof ExpressionStatementTree expression
          && ConstructorCall.is(expression.getExpression())) {
        // A constructor call that javac has added has no position, so only calls in the text count.
        start = Math.max(start, unit.end(statement));
      }
    }
    return start;
  }

  private static Tree code(Tree body) {
    return switch (body) {
      case MethodTree method -> method.getBody();
      case LambdaExpressionTree lambda -> lambda.getBody();
      default -> body;
    };
  }

  private static int offset(WaitPoint wait) {
    return wait.directive().comment().start();
  }

  private static String tag(TargetBlock block) {
    return block.directive().tag().orElseThrow().text();
  }
}
