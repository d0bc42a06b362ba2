package dev.hocket.compiler.suggest;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.hocket.compiler.check.toolkit.ToolkitTypes;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.Reads;
import dev.hocket.compiler.suggest.source.Frame;
import dev.hocket.compiler.suggest.source.Names;
import dev.hocket.compiler.suggest.source.Texts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of a program, as javac understands them. */
final class Program {
  private static final String NOT_UTF_8 = "compiler.err.illegal.char.for.encoding";

  private final JavacTask task;
  private final Trees trees;
  private final List<CompilationUnitTree> units = new ArrayList<>();

  // Computed on first use.
  private Set<Element> fieldsOfHandlers;
  private Overrides overrides;
  private Reads reads;
  private Aliases aliases;
  private Listeners listeners;
  private InnerFunctions innerFunctions;
  private ToolkitTypes toolkit;
  private ForeignFunctions foreign;
  private Index index;

  /** For each variable, where code changes it; computed on first use. */
  private Map<Element, List<TreePath>> changes;

  /** How often javac was asked for the element of a name: a measure of the work. */
  private long questions;

  private final Declarations declarations = new Declarations(this);
  private final Fresh fresh = new Fresh(this);
  private final Handlers handlers = new Handlers(this);
  private final Map<Tree, Reached> reached = new HashMap<>();

  private Program(JavacTask task) {
    this.task = task;
    this.trees = Trees.instance(task);
  }

  /**
   * A program that javac has attributed already.
   *
   * @param units all of its files that javac has read
   */
  static Program of(JavacTask task, List<CompilationUnitTree> units) {
    Program program = new Program(task);
    program.units.addAll(units);
    return program;
  }

  /**
   * Reads sources.
   *
   * @throws SuggestException if javac finds an error in them
   */
  static Program read(List<Path> files, List<String> options) throws SuggestException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    StandardJavaFileManager manager =
        compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(options);
    all.add("-proc:none");
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, manager, said, all, null, manager.getJavaFileObjectsFromPaths(files));
    Program program = new Program(task);
    try {
      task.parse().forEach(program.units::add);
      task.analyze();
    } catch (IOException e) {
      throw new SuggestException("cannot read the sources: " + e.getMessage());
    }
    Optional<Diagnostic<? extends JavaFileObject>> error =
        said.getDiagnostics().stream()
            .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
            .findFirst();
    if (error.filter(one -> one.getCode().equals(NOT_UTF_8)).isPresent()) {
      throw new SuggestException(
          Path.of(error.get().getSource().toUri()) + " is not in UTF-8; convert it first");
    }
    if (error.isPresent()) {
      throw new SuggestException(
          "the sources do not compile, so nothing can be proposed: "
              + error.get().toString().lines().findFirst().orElse("")
              + "; say with -cp which libraries they need");
    }
    return program;
  }

  List<CompilationUnitTree> units() {
    return units;
  }

  Trees trees() {
    return trees;
  }

  Types types() {
    return task.getTypes();
  }

  Elements elements() {
    return task.getElements();
  }

  Element element(TreePath path) {
    questions++;
    return trees.getElement(path);
  }

  /** The declaration of an element; null if its source is not there. */
  TreePath path(Element element) {
    return declarations.of(element);
  }

  /** The files that declare what a file names. */
  Set<CompilationUnitTree> declaring(CompilationUnitTree unit) {
    return declarations.namedIn(unit);
  }

  long questions() {
    return questions;
  }

  Overrides overrides() {
    if (overrides == null) {
      overrides = new Overrides(this);
    }
    return overrides;
  }

  /** Whether a method without source certainly leaves its object and its arguments as they are. */
  boolean reads(ExecutableElement method) {
    if (reads == null) {
      reads = new Reads(task, units);
    }
    return reads.isRead(method);
  }

  /**
   * Whether methods without source may change objects of a type, or what they hold, so that two
   * threads must not call them at once. Components are left to the compiler's own rules.
   */
  boolean mayChange(TypeMirror type) {
    if (type instanceof TypeVariable variable) {
      return mayChange(variable.getUpperBound());
    }
    boolean isObject = type instanceof ArrayType || type instanceof DeclaredType;
    return isObject
        && !Library.jdk().isValue(type)
        && !Library.jdk().isShared(type)
        && !isOfToolkit(type);
  }

  /** The variables of the program that may have state in common. */
  Aliases aliases() {
    if (aliases == null) {
      aliases = new Aliases(this);
    }
    return aliases;
  }

  /** The listeners that calls into libraries may run. */
  Listeners listeners() {
    if (listeners == null) {
      listeners = new Listeners(this);
    }
    return listeners;
  }

  /** The other functions of the program in objects of libraries. */
  InnerFunctions innerFunctions() {
    if (innerFunctions == null) {
      innerFunctions = new InnerFunctions(this);
    }
    return innerFunctions;
  }

  boolean isOfToolkit(TypeMirror type) {
    return toolkit().isOfToolkit(type);
  }

  ToolkitTypes toolkit() {
    if (toolkit == null) {
      toolkit = new ToolkitTypes(elements());
    }
    return toolkit;
  }

  boolean isFunction(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && Library.isFunction(element);
  }

  /** Whether an object of a type may be a function whose code is not there. */
  boolean mayBeForeignFunction(TypeMirror type) {
    if (foreign == null) {
      foreign = new ForeignFunctions(this);
    }
    return foreign.mayBe(type);
  }

  /**
   * A name of one of some variables that some code passes on, or whose object it changes;
   * constructors and some functions do not count.
   */
  Optional<TreePath> changeOf(Set<Element> variables, List<TreePath> except) {
    if (changes == null) {
      changes = new HashMap<>();
      Names names =
          new Names() {
            @Override
            public Void scan(Tree tree, Void unused) {
              boolean constructor = tree instanceof MethodTree m && m.getReturnType() == null;
              return constructor ? null : super.scan(tree, unused);
            }

            @Override
            public void found(TreePath name) {
              if (element(name) instanceof VariableElement variable && isChange(name)) {
                changes.computeIfAbsent(variable, each -> new ArrayList<>()).add(name);
              }
            }
          };
      units.forEach(unit -> names.scan(new TreePath(unit), null));
    }
    return variables.stream()
        .flatMap(each -> changes.getOrDefault(each, List.of()).stream())
        .filter(name -> except.stream().noneMatch(each -> isInside(name, each)))
        .findFirst();
  }

  /** Whether more is done with a name than reading its object or visiting the elements. */
  private boolean isChange(TreePath name) {
    TreePath parent = name.getParentPath();
    return switch (parent.getLeaf()) {
      case MemberSelectTree select when select.getExpression() == name.getLeaf() ->
          parent.getParentPath().getLeaf() instanceof MethodInvocationTree
              && element(parent) instanceof ExecutableElement method
              && !reads(method)
              && !Library.jdk().passes(method);
      case EnhancedForLoopTree loop -> false;
      case MethodInvocationTree call ->
          element(parent) instanceof ExecutableElement method && !reads(method);
      case NewClassTree made ->
          element(parent) instanceof ExecutableElement method
              && !Library.jdk().copies((TypeElement) method.getEnclosingElement());
      default -> true;
    };
  }

  /** Where the program uses its elements. */
  Index index() {
    if (index == null) {
      index = new Index(this, units);
    }
    return index;
  }

  Handlers handlers() {
    return handlers;
  }

  Fresh fresh() {
    return fresh;
  }

  /** All that some code reaches, which is found once. */
  Reached reached(Tree code, Function<Tree, Reached> search) {
    Reached known = reached.get(code);
    if (known == null) {
      known = search.apply(code);
      reached.put(code, known);
    }
    return known;
  }

  /** Whether the source of a type's methods is there. */
  boolean isOfProgram(TypeMirror type) {
    return type instanceof DeclaredType declared
        && trees.getTree((TypeElement) declared.asElement()) != null;
  }

  static Path file(CompilationUnitTree unit) {
    return Path.of(unit.getSourceFile().toUri());
  }

  String text(TreePath path) {
    return Texts.of(path.getCompilationUnit()).substring(start(path), end(path));
  }

  int start(TreePath path) {
    return (int)
        trees.getSourcePositions().getStartPosition(path.getCompilationUnit(), path.getLeaf());
  }

  int end(TreePath path) {
    return (int)
        trees.getSourcePositions().getEndPosition(path.getCompilationUnit(), path.getLeaf());
  }

  int line(TreePath path) {
    return (int) path.getCompilationUnit().getLineMap().getLineNumber(start(path));
  }

  /** File and line of a piece of code: {@code Panel.java:12}. */
  String place(TreePath path) {
    String name = path.getCompilationUnit().getSourceFile().getName();
    return name.substring(name.lastIndexOf(File.separatorChar) + 1) + ":" + line(path);
  }

  /** The function whose code a frame runs; empty if its source is not there. */
  Optional<TreePath> functionOf(Frame frame) {
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

  boolean isAround(TreePath path, int line) {
    CompilationUnitTree unit = path.getCompilationUnit();
    int end = end(path);
    return end >= 0 && line(path) <= line && line <= unit.getLineMap().getLineNumber(end - 1);
  }

  /** Whether code is a part of other code, but not identical with it. */
  static boolean isInside(TreePath inner, TreePath outer) {
    TreePath path = inner.getParentPath();
    while (path != null && path.getLeaf() != outer.getLeaf()) {
      path = path.getParentPath();
    }
    return path != null;
  }

  /** Whether code can stand alone: a resource, a parameter and the head of a loop cannot. */
  static boolean isStatement(TreePath path) {
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

  /** Whether a listener assigns a variable, a field, itself or by the methods that it calls. */
  boolean isAssignedByHandlers(Element variable) {
    // Most fields are final: for these, nobody needs to know what all handlers reach.
    return FieldUses.isField(variable)
        && !variable.getModifiers().contains(Modifier.FINAL)
        && fieldsOfHandlers().contains(variable);
  }

  /** The fields that a listener assigns, itself or by the methods that it calls. */
  Set<Element> fieldsOfHandlers() {
    if (fieldsOfHandlers == null) {
      List<TreePath> bodies = handlers.ofEvents().stream().map(Program::body).toList();
      // At once, because most handlers of a program reach the same methods.
      fieldsOfHandlers = Moves.fieldsAssignedIn(this, Reached.from(this, bodies));
    }
    return fieldsOfHandlers;
  }

  /** The body of a method or lambda. */
  static TreePath body(TreePath function) {
    Tree body =
        function.getLeaf() instanceof MethodTree method
            ? method.getBody()
            : ((LambdaExpressionTree) function.getLeaf()).getBody();
    return new TreePath(function, body);
  }
}
