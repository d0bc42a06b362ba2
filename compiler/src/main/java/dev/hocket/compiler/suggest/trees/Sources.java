package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.suggest.source.Frame;
import dev.hocket.compiler.suggest.source.Texts;
import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The sources of a program, as javac understands them. */
public class Sources {
  private final JavacTask task;
  private final Trees trees;
  private final List<CompilationUnitTree> units;
  private final Declarations declarations = new Declarations(this);

  /** Computed on first use. */
  private Index index;

  /** For each type, the names of those that its objects have. */
  private final Map<Element, Set<String>> kinds = new HashMap<>();

  /** How often javac was asked for the element of a name: a measure of the work. */
  private long questions;

  /**
   * Sources that javac has attributed.
   *
   * @param units all of the files that javac has read
   */
  protected Sources(JavacTask task, List<CompilationUnitTree> units) {
    this.task = task;
    this.trees = Trees.instance(task);
    this.units = List.copyOf(units);
  }

  public List<CompilationUnitTree> units() {
    return units;
  }

  public Trees trees() {
    return trees;
  }

  public Types types() {
    return task.getTypes();
  }

  public Elements elements() {
    return task.getElements();
  }

  public Element element(TreePath path) {
    questions++;
    return trees.getElement(path);
  }

  /** The declaration of an element; null if its source is not there. */
  public TreePath path(Element element) {
    return declarations.of(element);
  }

  /** The files that declare what a file names. */
  public Set<CompilationUnitTree> declaring(CompilationUnitTree unit) {
    return declarations.namedIn(unit);
  }

  public long questions() {
    return questions;
  }

  /** Where the program uses its elements. */
  public Index index() {
    if (index == null) {
      index = new Index(this, units);
    }
    return index;
  }

  /** All types above a type, some of them several times. */
  public Stream<TypeMirror> supertypes(TypeMirror type) {
    return types().directSupertypes(type).stream()
        .flatMap(each -> Stream.concat(Stream.of(each), supertypes(each)));
  }

  /** Whether a type is one of some, or below one of them. */
  public boolean isA(TypeMirror type, Set<String> names) {
    return type instanceof DeclaredType declared
        && !Collections.disjoint(
            kinds.computeIfAbsent(declared.asElement(), key -> namesOf(type)), names);
  }

  private Set<String> namesOf(TypeMirror type) {
    return Stream.concat(Stream.of(type), supertypes(type))
        .map(each -> ((TypeElement) ((DeclaredType) each).asElement()).getQualifiedName())
        .map(Name::toString)
        .collect(Collectors.toSet());
  }

  /** The class whose object a call without an expression before the dot is of. */
  public Optional<TypeElement> thisOf(TreePath call) {
    Element method = element(call);
    if (method == null || method.getModifiers().contains(Modifier.STATIC)) {
      return Optional.empty();
    }
    TypeMirror owner = types().erasure(method.getEnclosingElement().asType());
    return Stream.iterate(call, Objects::nonNull, TreePath::getParentPath)
        .filter(each -> each.getLeaf() instanceof ClassTree)
        .map(each -> (TypeElement) element(each))
        .filter(each -> types().isSubtype(types().erasure(each.asType()), owner))
        .findFirst();
  }

  /** Whether the source of a type's methods is there. */
  public boolean isOfProgram(TypeMirror type) {
    return type instanceof DeclaredType declared
        && trees.getTree((TypeElement) declared.asElement()) != null;
  }

  public static Path file(CompilationUnitTree unit) {
    return Path.of(unit.getSourceFile().toUri());
  }

  public String text(TreePath path) {
    return Texts.of(path.getCompilationUnit()).substring(start(path), end(path));
  }

  public int start(TreePath path) {
    return (int)
        trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), path.getLeaf());
  }

  public int end(TreePath path) {
    return (int)
        trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), path.getLeaf());
  }

  public int line(TreePath path) {
    return (int) path.getCompilationUnit().getLineMap().getLineNumber(start(path));
  }

  /** File and line of a piece of code: {@code Panel.java:12}. */
  public String place(TreePath path) {
    String name = path.getCompilationUnit().getSourceFile().getName();
    return name.substring(name.lastIndexOf(File.separatorChar) + 1) + ":" + line(path);
  }

  /** The function whose code a frame runs; empty if its source is not there. */
  public Optional<TreePath> functionOf(Frame frame) {
    return units.stream()
        .filter(unit -> file(unit).getFileName().toString().equals(frame.file()))
        .filter(unit -> packageOf(unit).equals(frame.packageName()))
        .findFirst()
        .flatMap(unit -> innermost(unit, frame));
  }

  private static String packageOf(CompilationUnitTree unit) {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  /**
   * The innermost function around the frame's line: a lambda if the frame is one, else a method of
   * the frame's name.
   */
  private Optional<TreePath> innermost(CompilationUnitTree unit, Frame frame) {
    TreePath[] found = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethod(MethodTree tree, Void unused) {
        consider(!frame.isLambda() && tree.getName().contentEquals(frame.method()));
        return super.visitMethod(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        consider(frame.isLambda());
        return super.visitLambdaExpression(tree, unused);
      }

      private void consider(boolean fits) {
        if (fits && isAround(getCurrentPath(), frame.line())) {
          found[0] = getCurrentPath();
        }
      }
    }.scan(new TreePath(unit), null);
    return Optional.ofNullable(found[0]);
  }

  public boolean isAround(TreePath path, int line) {
    CompilationUnitTree unit = path.getCompilationUnit();
    int end = end(path);
    return end >= 0 && line(path) <= line && line <= unit.getLineMap().getLineNumber(end - 1);
  }

  /** Whether code is a part of other code, but not identical with it. */
  public static boolean isInside(TreePath inner, TreePath outer) {
    TreePath path = inner.getParentPath();
    while (path != null && path.getLeaf() != outer.getLeaf()) {
      path = path.getParentPath();
    }
    return path != null;
  }

  /** Whether code can stand alone: a resource, a parameter and the head of a loop cannot. */
  public static boolean isStatement(TreePath path) {
    if (!(path.getLeaf() instanceof StatementTree)
        || path.getLeaf() instanceof YieldTree
        || path.getLeaf() instanceof CaseTree) {
      return false;
    }
    return switch (path.getParentPath().getLeaf()) {
      case TryTree t -> !t.getResources().contains(path.getLeaf());
      case ForLoopTree t -> t.getStatement() == path.getLeaf();
      case EnhancedForLoopTree t -> t.getStatement() == path.getLeaf();
      case CatchTree t -> t.getParameter() != path.getLeaf();
      case LambdaExpressionTree t -> t.getBody() == path.getLeaf();
      case MethodTree t -> t.getBody() == path.getLeaf();
      case PatternCaseLabelTree t -> false;
      case BindingPatternTree t -> false;
      default -> true;
    };
  }

  /** Whether a variable is a field; the length of an array is none. */
  public static boolean isField(Element element) {
    return element != null && element.getKind() == ElementKind.FIELD && !isLengthOfArray(element);
  }

  /** Whether an element is a variable of a function: also one of a pattern or a resource. */
  public static boolean isLocal(Element element) {
    return element instanceof VariableElement
        && element.getKind() != ElementKind.FIELD
        && element.getKind() != ElementKind.ENUM_CONSTANT;
  }

  private static boolean isLengthOfArray(Element element) {
    return element.getSimpleName().contentEquals("length")
        && element.getModifiers().contains(Modifier.FINAL)
        && element.asType().getKind() == TypeKind.INT;
  }

  /** Whether code is a loop. */
  public static boolean isLoop(Tree tree) {
    return tree instanceof ForLoopTree
        || tree instanceof EnhancedForLoopTree
        || tree instanceof WhileLoopTree
        || tree instanceof DoWhileLoopTree;
  }

  /** The body of a method or lambda. */
  public static TreePath body(TreePath function) {
    Tree body =
        function.getLeaf() instanceof MethodTree method
            ? method.getBody()
            : ((LambdaExpressionTree) function.getLeaf()).getBody();
    return new TreePath(function, body);
  }
}
