package dev.hocket.compiler.suggest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.parse.Grammar;
import dev.hocket.compiler.scan.DirectiveComment;
import dev.hocket.compiler.scan.DirectiveScanner;
import dev.hocket.compiler.suggest.source.Texts;
import dev.hocket.compiler.suggest.trees.Site;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/**
 * Finds, without a recording, the calls in handlers that are known to block. They may be in the
 * handler itself or in methods of the program that it calls, but not in blocks of other threads.
 */
final class BlockingCalls {
  private static final int DEPTH = 8;

  private final Program program;
  private final Handlers handlers;
  private final Blocking blocking;
  private final Map<CompilationUnitTree, Set<Integer>> blocks = new HashMap<>();
  private final List<Found> found = new ArrayList<>();

  /**
   * A call that blocks.
   *
   * @param sites the calls that lead from the handler to it, outermost first, and the call itself
   * @param name the method: {@code Thread.sleep}
   * @param call the tree of the call
   */
  record Found(List<Site> sites, String name, TreePath call) {}

  private BlockingCalls(Program program) {
    this.program = program;
    this.handlers = program.handlers();
    this.blocking = new Blocking(program);
  }

  /** All such calls of a program, in the order of its text. */
  static List<Found> in(Program program) {
    BlockingCalls calls = new BlockingCalls(program);
    for (CompilationUnitTree unit : program.units()) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
          calls.consider(getCurrentPath());
          return super.visitMethod(tree, unused);
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
          calls.consider(getCurrentPath());
          return super.visitLambdaExpression(tree, unused);
        }
      }.scan(new TreePath(unit), null);
    }
    return calls.found;
  }

  private void consider(TreePath function) {
    boolean hasBody =
        !(function.getLeaf() instanceof MethodTree method) || method.getBody() != null;
    if (hasBody && handlers.isHandler(function)) {
      follow(function, List.of(), new HashSet<>(Set.of(function.getLeaf())));
    }
  }

  private void follow(TreePath function, List<Site> outer, Set<Tree> known) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        boolean elsewhere =
            tree instanceof ClassTree || tree instanceof LambdaExpressionTree || isBlock(tree);
        return elsewhere ? null : super.scan(tree, unused);
      }

      private boolean isBlock(Tree tree) {
        return tree instanceof StatementTree
            && isOfOtherThread(new TreePath(getCurrentPath(), tree));
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        super.visitMethodInvocation(tree, unused);
        take(function, getCurrentPath(), outer, known);
        return null;
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        super.visitNewClass(tree, unused);
        take(function, getCurrentPath(), outer, known);
        return null;
      }
    }.scan(Sources.body(function), null);
  }

  private void take(TreePath function, TreePath call, List<Site> outer, Set<Tree> known) {
    if (!(program.element(call) instanceof ExecutableElement method)) {
      return;
    }
    List<Site> sites = new ArrayList<>(outer);
    sites.add(new Site(function, statementOf(call, function), nameOf(method), !outer.isEmpty()));
    TreePath code = program.path(method);
    if (blocking.blocks(method)) {
      if (!hasEnded(call, function)) {
        found.add(new Found(sites, Blocking.nameOf(method), call));
      }
    } else if (code != null
        && code.getLeaf() instanceof MethodTree declared
        && declared.getBody() != null
        && sites.size() < DEPTH
        && known.add(declared)) {
      follow(code, sites, known);
    }
  }

  private static String nameOf(ExecutableElement method) {
    return method.getSimpleName().contentEquals("<init>")
        ? method.getEnclosingElement().getSimpleName().toString()
        : method.getSimpleName().toString();
  }

  /** The smallest statement around a call, or the expression that is the function's body. */
  private static TreePath statementOf(TreePath call, TreePath function) {
    TreePath path = call;
    while (!Sources.isStatement(path) && path.getParentPath().getLeaf() != function.getLeaf()) {
      path = path.getParentPath();
    }
    return path;
  }

  /** A future that is known to be done does not block: {@code if (future.isDone())}. */
  private static boolean hasEnded(TreePath call, TreePath function) {
    for (TreePath path = call; path.getLeaf() != function.getLeaf(); path = path.getParentPath()) {
      if (path.getParentPath().getLeaf() instanceof IfTree test
          && test.getThenStatement() == path.getLeaf()
          && isAboutTheEnd(test.getCondition())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAboutTheEnd(ExpressionTree condition) {
    String text = condition.toString();
    return text.contains("isDone()") || text.contains("DONE");
  }

  /** Whether a directive moves a statement off the thread of the code around it. */
  private boolean isOfOtherThread(TreePath statement) {
    return blocks
        .computeIfAbsent(statement.getCompilationUnit(), BlockingCalls::blocksOf)
        .contains(program.start(statement));
  }

  private static Set<Integer> blocksOf(CompilationUnitTree unit) {
    return DirectiveScanner.scan(Texts.of(unit), Grammar.directiveWords()).stream()
        .filter(comment -> comment.text().strip().startsWith("target"))
        .filter(comment -> !comment.text().matches(".*virtual\\((?:edt|fx|android)\\).*"))
        .map(DirectiveComment::next)
        .collect(Collectors.toSet());
  }

  /** The methods of the JDK that are known to block the thread that calls them. */
  private static final class Blocking {
    private static final Map<String, Set<String>> METHODS = new TreeMap<>();

    static {
      put("java.lang.Thread", "sleep", "join");
      put("java.lang.Process", "waitFor");
      put("java.net.InetAddress", "getByName", "getAllByName", "getLocalHost", "isReachable");
      put("java.net.Socket", "<init>", "connect");
      put("java.net.ServerSocket", "accept");
      put("java.net.URL", "openStream", "getContent");
      put("java.net.URLConnection", "connect", "getInputStream", "getContent");
      put("java.net.http.HttpClient", "send");
      put(
          "java.nio.file.Files",
          "copy",
          "find",
          "lines",
          "readAllBytes",
          "readAllLines",
          "readString",
          "walk",
          "walkFileTree",
          "write",
          "writeString");
      put("java.sql.Connection", "commit", "prepareStatement", "rollback");
      put("java.sql.DriverManager", "getConnection");
      put(
          "java.sql.Statement",
          "execute",
          "executeBatch",
          "executeLargeBatch",
          "executeLargeUpdate",
          "executeQuery",
          "executeUpdate");
      put("javax.sql.DataSource", "getConnection");
      put("java.util.concurrent.BlockingQueue", "put", "take");
      put("java.util.concurrent.CompletableFuture", "join");
      put("java.util.concurrent.CountDownLatch", "await");
      put("java.util.concurrent.CyclicBarrier", "await");
      put("java.util.concurrent.ExecutorService", "awaitTermination", "invokeAll", "invokeAny");
      put("java.util.concurrent.Future", "get");
      put("java.util.concurrent.Phaser", "awaitAdvance", "arriveAndAwaitAdvance");
      put("java.util.concurrent.Semaphore", "acquire");
      put("javax.imageio.ImageIO", "read", "write");
    }

    private final Program program;

    Blocking(Program program) {
      this.program = program;
    }

    private static void put(String type, String... methods) {
      METHODS.put(type, Set.of(methods));
    }

    /** Whether a method, or one that it overrides, blocks. */
    boolean blocks(ExecutableElement method) {
      String name =
          method.getKind() == ElementKind.CONSTRUCTOR
              ? "<init>"
              : method.getSimpleName().toString();
      TypeElement owner = (TypeElement) method.getEnclosingElement();
      boolean waits = METHODS.values().stream().anyMatch(names -> names.contains(name));
      return waits
          && Stream.concat(Stream.of(owner.asType()), program.supertypes(owner.asType()))
              .map(type -> ((DeclaredType) type).asElement().toString())
              .anyMatch(type -> METHODS.getOrDefault(type, Set.of()).contains(name));
    }

    /** The method's name in messages: {@code Thread.sleep}. */
    static String nameOf(ExecutableElement method) {
      Element owner = method.getEnclosingElement();
      return method.getKind() == ElementKind.CONSTRUCTOR
          ? "new " + owner.getSimpleName()
          : owner.getSimpleName() + "." + method.getSimpleName();
    }
  }
}
