package dev.hocket.compiler.suggest;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.attribute.JdkFiles;
import dev.hocket.compiler.suggest.facts.Facts;
import dev.hocket.compiler.suggest.facts.UnnamedViews;
import dev.hocket.compiler.suggest.library.EventLoops;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.LibraryFiles;
import dev.hocket.compiler.suggest.library.LibraryState;
import dev.hocket.compiler.suggest.source.Names;
import dev.hocket.compiler.suggest.trees.Sources;
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
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The sources of a program, with what the search knows of them. */
final class Program extends Facts {
  private static final String NOT_UTF_8 = "compiler.err.illegal.char.for.encoding";

  // Each fact is computed on first use.
  private Set<Element> fieldsOfHandlers;
  private List<TreePath> codeOfHandlers;
  private Listeners listeners;
  private Asked asked;
  private UnnamedViews unnamedViews;
  private InnerFunctions innerFunctions;
  private ForeignFunctions foreign;
  private LibraryFiles libraryFiles;
  private LibraryState libraryState;
  private EventLoops eventLoops;

  /** For each variable, where code changes it; computed on first use. */
  private Map<Element, List<TreePath>> changes;

  private final OwnObjects own = new OwnObjects(this);
  private final Steps steps = new Steps(this);
  private final Handlers handlers = new Handlers(this);
  private final Map<Tree, Reached> reached = new HashMap<>();
  private final Map<Tree, FieldUses.Uses> uses = new HashMap<>();
  private final Map<Tree, List<ChangedContainers.Change>> changed = new HashMap<>();
  private final Map<Tree, Meanwhile.After> after = new HashMap<>();

  private Program(JavacTask task, List<CompilationUnitTree> units) {
    super(task, units);
  }

  /**
   * A program that javac has attributed already.
   *
   * @param units all of its files that javac has read
   */
  static Program of(JavacTask task, List<CompilationUnitTree> units) {
    return new Program(task, units);
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
                null,
                new JdkFiles(manager),
                said,
                all,
                null,
                manager.getJavaFileObjectsFromPaths(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    try {
      task.parse().forEach(units::add);
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
    return new Program(task, units);
  }

  /** The listeners that calls into libraries may run. */
  Listeners listeners() {
    if (listeners == null) {
      listeners = new Listeners(this);
    }
    return listeners;
  }

  /** The components of which the program may learn what the user enters. */
  Asked asked() {
    if (asked == null) {
      asked = new Asked(this);
    }
    return asked;
  }

  /** The components without a variable that share something with others. */
  UnnamedViews unnamedViews() {
    if (unnamedViews == null) {
      unnamedViews = new UnnamedViews(this);
    }
    return unnamedViews;
  }

  /** The other functions of the program in objects of libraries. */
  InnerFunctions innerFunctions() {
    if (innerFunctions == null) {
      innerFunctions = new InnerFunctions(this);
    }
    return innerFunctions;
  }

  /** The class files of libraries. */
  private LibraryFiles libraryFiles() {
    if (libraryFiles == null) {
      List<TypeElement> named =
          Stream.concat(index().allCalls(), index().allReferences())
              .map(this::element)
              .filter(ExecutableElement.class::isInstance)
              .map(ExecutableElement.class::cast)
              .filter(this::isOfLibrary)
              .map(each -> (TypeElement) each.getEnclosingElement())
              .filter(each -> !isOfProgram(each.asType()))
              .distinct()
              .toList();
      libraryFiles = new LibraryFiles(this, named);
    }
    return libraryFiles;
  }

  /** The classes of libraries that may run events before their methods return. */
  EventLoops eventLoops() {
    if (eventLoops == null) {
      eventLoops = new EventLoops(libraryFiles(), type -> Meanwhile.mayRunEvents(this, type));
    }
    return eventLoops;
  }

  /** What classes of libraries keep for the whole program. */
  LibraryState libraryState() {
    if (libraryState == null) {
      libraryState = new LibraryState(libraryFiles());
    }
    return libraryState;
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
            public void found(TreePath name) {
              if (element(name) instanceof VariableElement variable
                  && !FieldUses.isInConstructor(name)
                  && isChange(name)) {
                changes.computeIfAbsent(variable, each -> new ArrayList<>()).add(name);
              }
            }
          };
      units().forEach(unit -> names.scan(new TreePath(unit), null));
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

  Handlers handlers() {
    return handlers;
  }

  OwnObjects own() {
    return own;
  }

  /** The steps from pieces of code to others. */
  Steps steps() {
    return steps;
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

  /** What some code uses, which is found once. */
  FieldUses.Uses uses(TreePath code) {
    return uses.computeIfAbsent(code.getLeaf(), leaf -> FieldUses.Uses.of(this, code));
  }

  /** What some code may change, which is found once. */
  List<ChangedContainers.Change> changesIn(TreePath code) {
    return changed.computeIfAbsent(
        code.getLeaf(), leaf -> ChangedContainers.in(this, deeds(code), true, true));
  }

  /** What follows a call, which is found once. */
  Meanwhile.After after(TreePath call) {
    Meanwhile.After known = after.get(call.getLeaf());
    if (known == null) {
      known = Meanwhile.After.of(this, call);
      after.put(call.getLeaf(), known);
    }
    return known;
  }

  /** The method that a call names, with its class. */
  String nameOf(TreePath call) {
    Element method = element(call);
    return method.getEnclosingElement().getSimpleName() + "." + method.getSimpleName();
  }

  /** Whether a listener assigns a variable, a field, itself or by the methods that it calls. */
  boolean isAssignedByHandlers(Element variable) {
    // Most fields are final: for these, nobody needs to know what all handlers reach.
    return Sources.isField(variable)
        && !variable.getModifiers().contains(Modifier.FINAL)
        && fieldsOfHandlers().contains(variable);
  }

  /** The fields that a listener assigns, itself or by the methods that it calls. */
  Set<Element> fieldsOfHandlers() {
    if (fieldsOfHandlers == null) {
      fieldsOfHandlers = Moves.fieldsAssignedIn(this, codeOfHandlers());
    }
    return fieldsOfHandlers;
  }

  /** Whether some code may run because of an event, or in a method that a listener calls. */
  boolean isReachedByHandlers(TreePath code) {
    return codeOfHandlers().stream().anyMatch(each -> isInside(code, each));
  }

  private List<TreePath> codeOfHandlers() {
    if (codeOfHandlers == null) {
      List<TreePath> bodies = handlers.ofEvents().stream().map(Sources::body).toList();
      // At once, because most handlers of a program reach the same methods.
      codeOfHandlers = Reached.from(this, bodies);
    }
    return codeOfHandlers;
  }
}
