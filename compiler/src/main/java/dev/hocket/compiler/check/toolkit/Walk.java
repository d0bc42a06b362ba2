package dev.hocket.compiler.check.toolkit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds uses of toolkits in one thread's code that are allowed only on the event thread. An object
 * is <i>fresh</i> if the code has just created it: no component shows it yet, so its methods are
 * harmless.
 */
final class Walk extends TreePathScanner<Void, Void> {
  /** Packages whose methods call a function argument before they return. */
  private static final Set<String> CALL_AT_ONCE =
      Set.of("java.lang", "java.util", "java.util.stream");

  /** The factory of JavaFX's collections. */
  private static final String COLLECTIONS = "javafx.collections.FXCollections";

  private final Walks walks;
  private final Set<Element> fresh;
  private final boolean freshThis;
  private final int depth;
  private final List<Use> uses = new ArrayList<>();
  private final Set<Tree> calledAtOnce = new HashSet<>();

  /** Expressions that belong to a call which is reported already. */
  private final Set<Tree> covered = new HashSet<>();

  private boolean asksForThread;
  private boolean returnsFresh = true;

  Walk(Walks walks, Set<Element> fresh, boolean freshThis, int depth) {
    this.walks = walks;
    this.fresh = fresh;
    this.freshThis = freshThis;
    this.depth = depth;
  }

  /**
   * Walks over code and returns its uses. Code that asks on which thread it runs reports none,
   * because it can act differently on each thread.
   */
  Walks.Walked over(TreePath code) {
    scan(code, null);
    return new Walks.Walked(asksForThread ? List.of() : uses, returnsFresh);
  }

  @Override
  public Void scan(Tree tree, Void unused) {
    return walks.isElsewhere(tree) ? null : super.scan(tree, unused);
  }

  @Override
  public Void visitClass(ClassTree tree, Void unused) {
    return null;
  }

  @Override
  public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
    if (!calledAtOnce.contains(tree)) {
      return null;
    }
    boolean outer = returnsFresh;
    super.visitLambdaExpression(tree, unused);
    returnsFresh = outer;
    return null;
  }

  @Override
  public Void visitReturn(ReturnTree tree, Void unused) {
    super.visitReturn(tree, unused);
    returnsFresh &= tree.getExpression() != null && isFresh(in(tree.getExpression()));
    return null;
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (element(getCurrentPath()) instanceof ExecutableElement method) {
      asksForThread |= walks.types().asksForThread(method);
      Optional<TreePath> receiver = receiver(getCurrentPath());
      if (callsAtOnce(method)) {
        calledAtOnce.addAll(tree.getArguments());
        if (receiver.filter(this::isFresh).isPresent()) {
          tree.getArguments().forEach(this::addParameters);
        }
      }
      if (!covered.contains(tree)) {
        check(method, receiver, tree.getArguments());
      }
    }
    return super.visitMethodInvocation(tree, unused);
  }

  private void check(
      ExecutableElement method,
      Optional<TreePath> receiver,
      List<? extends ExpressionTree> arguments) {
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    boolean onFresh =
        !isStatic && receiver.map(this::isFresh).orElseGet(() -> freshThis && isOfThis(method));
    if (isOfProgram(method)) {
      follow(method, arguments, onFresh);
    } else if (!onFresh) {
      Optional<Role> role = walks.types().of(method, receiver.map(this::type).orElse(null));
      role.ifPresent(found -> {
        receiver.ifPresent(path -> covered.add(plain(path).getLeaf()));
        add(found, isLive(found, method), ownerOf(method) + "." + method.getSimpleName());
      });
    }
  }

  /** Whether a method without a receiver is that of this object, not of one around it. */
  private boolean isOfThis(ExecutableElement method) {
    TreePath around = getCurrentPath();
    while (!(around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return method.getKind() == ElementKind.CONSTRUCTOR
        || element(around) instanceof TypeElement type && walks.types().hasMember(type, method);
  }

  /** Reports a call of the program's method whose code uses a toolkit. */
  private void follow(
      ExecutableElement method, List<? extends ExpressionTree> arguments, boolean onFresh) {
    walks.of(method, freshAmong(arguments), onFresh, depth).uses().stream()
        .findFirst()
        .ifPresent(inner -> {
          String where = inner.where().isEmpty() ? walks.place(inner.path()) : inner.where();
          uses.add(new Use(getCurrentPath(), inner.role(), inner.live(), inner.text(), where));
        });
  }

  private Set<Integer> freshAmong(List<? extends ExpressionTree> arguments) {
    Set<Integer> indices = new HashSet<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (isFresh(in(arguments.get(i)))) {
        indices.add(i);
      }
    }
    return indices;
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
    if (calledAtOnce.contains(tree) && element(getCurrentPath()) instanceof ExecutableElement m) {
      boolean isObject = !(element(in(tree.getQualifierExpression())) instanceof TypeElement);
      check(
          m,
          isObject ? Optional.of(in(tree.getQualifierExpression())) : Optional.empty(),
          List.of());
    }
    return super.visitMemberReference(tree, unused);
  }

  @Override
  public Void visitNewClass(NewClassTree tree, Void unused) {
    TypeMirror type = type(getCurrentPath());
    if (walks.types().isMadeThere(type)) {
      add(walks.types().of(type).orElseThrow(), false, "new " + tree.getIdentifier());
    } else if (element(getCurrentPath()) instanceof ExecutableElement constructor) {
      follow(constructor, tree.getArguments(), true);
    }
    scan(tree.getEnclosingExpression(), unused);
    return scan(tree.getArguments(), unused);
  }

  @Override
  public Void visitIdentifier(IdentifierTree tree, Void unused) {
    checkCollection(tree.getName().toString());
    return super.visitIdentifier(tree, unused);
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
    checkCollection(tree.getIdentifier().toString());
    return super.visitMemberSelect(tree, unused);
  }

  /** Reports any use of an observable collection's name, since components observe each change. */
  private void checkCollection(String name) {
    TreePath path = getCurrentPath();
    if (element(path) instanceof VariableElement variable
        && !fresh.contains(variable)
        && !covered.contains(path.getLeaf())) {
      walks
          .types()
          .of(variable.asType())
          .filter(role -> role.kind() == Role.Kind.COLLECTION)
          .ifPresent(role -> add(role, true, name));
    }
  }

  @Override
  public Void visitVariable(VariableTree tree, Void unused) {
    int before = uses.size();
    scan(tree.getInitializer(), unused);
    if (tree.getInitializer() != null) {
      assign(element(getCurrentPath()), in(tree.getInitializer()), before);
    }
    return null;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    int before = uses.size();
    scan(tree.getExpression(), unused);
    if (tree.getVariable() instanceof IdentifierTree name) {
      assign(element(in(name)), in(tree.getExpression()), before);
      return null;
    }
    return scan(tree.getVariable(), unused);
  }

  /**
   * Records an assignment to a local variable. A variable counts as fresh if its value is, and also
   * if the value has been reported already: the same fault is reported once.
   */
  private void assign(Element variable, TreePath value, int usesBefore) {
    boolean isLocal = variable != null && !variable.getKind().isField();
    if (isLocal && (isFresh(value) || uses.size() > usesBefore)) {
      fresh.add(variable);
    } else {
      fresh.remove(variable);
    }
  }

  @Override
  public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
    if (isFresh(in(tree.getExpression()))) {
      fresh.add(element(in(tree.getVariable())));
    }
    scan(tree.getExpression(), unused);
    return scan(tree.getStatement(), unused);
  }

  private void addParameters(Tree function) {
    if (function instanceof LambdaExpressionTree lambda) {
      TreePath path = in(lambda);
      lambda.getParameters().forEach(each -> fresh.add(element(new TreePath(path, each))));
    }
  }

  /** Whether an expression gives an object that this code has just created, or a part of one. */
  private boolean isFresh(TreePath expression) {
    TreePath path = plain(expression);
    return switch (path.getLeaf()) {
      case NewClassTree made -> true;
      case IdentifierTree name ->
          name.getName().contentEquals("this") ? freshThis : fresh.contains(element(path));
      case ConditionalExpressionTree t ->
          isFresh(new TreePath(path, t.getTrueExpression()))
              && isFresh(new TreePath(path, t.getFalseExpression()));
      case MethodInvocationTree call -> isFresh(path, call);
      default -> false;
    };
  }

  private boolean isFresh(TreePath path, MethodInvocationTree call) {
    if (!(element(path) instanceof ExecutableElement method)) {
      return false;
    }
    if (isOfProgram(method)) {
      return walks.of(method, Set.of(), false, depth).returnsFresh();
    }
    return method.getEnclosingElement().toString().equals(COLLECTIONS)
        || receiver(path).filter(this::isFresh).isPresent();
  }

  private boolean isOfProgram(ExecutableElement method) {
    return walks.declaration(method).isPresent();
  }

  private static boolean callsAtOnce(ExecutableElement method) {
    Element around = method.getEnclosingElement();
    while (!(around instanceof PackageElement)) {
      around = around.getEnclosingElement();
    }
    return CALL_AT_ONCE.contains(((PackageElement) around).getQualifiedName().toString());
  }

  private boolean isLive(Role role, ExecutableElement method) {
    boolean returns = method.getReturnType().getKind() != TypeKind.VOID;
    boolean handsOut =
        walks
            .types()
            .of(method.getReturnType())
            .filter(of -> of.kind() != Role.Kind.VIEW)
            .isPresent();
    return role.kind() == Role.Kind.VIEW ? handsOut : returns;
  }

  private static String ownerOf(ExecutableElement method) {
    return method.getEnclosingElement().getSimpleName().toString();
  }

  /** The expression before the dot of a call; empty if there is no dot, or a class before it. */
  private Optional<TreePath> receiver(TreePath call) {
    MethodInvocationTree tree = (MethodInvocationTree) call.getLeaf();
    if (!(tree.getMethodSelect() instanceof MemberSelectTree select)) {
      return Optional.empty();
    }
    TreePath path = new TreePath(new TreePath(call, select), select.getExpression());
    boolean isName = element(path) instanceof TypeElement;
    return isName ? Optional.empty() : Optional.of(path);
  }

  private static TreePath plain(TreePath expression) {
    return switch (expression.getLeaf()) {
      case ParenthesizedTree t -> plain(new TreePath(expression, t.getExpression()));
      case TypeCastTree t -> plain(new TreePath(expression, t.getExpression()));
      default -> expression;
    };
  }

  private void add(Role role, boolean live, String text) {
    uses.add(new Use(getCurrentPath(), role, live, text, ""));
  }

  private TreePath in(Tree part) {
    return new TreePath(getCurrentPath(), part);
  }

  private Element element(TreePath path) {
    return walks.trees().getElement(path);
  }

  private TypeMirror type(TreePath path) {
    return walks.trees().getTypeMirror(path);
  }
}
