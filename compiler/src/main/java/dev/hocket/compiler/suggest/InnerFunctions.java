package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Owner;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The functions that the program puts into objects of libraries, other than listeners: the handler
 * of a log, the comparator of a tree, the stream below another stream. A library may run them
 * whenever it gets the object.
 *
 * <pre>{@code
 * log.addHandler(new Handler() { public void publish(LogRecord r) { area.append(r.getMessage()); } … });
 * log.info("read"); // may run 'publish'
 * }</pre>
 */
final class InnerFunctions {
  private static final Set<String> CONTAINERS = Set.of("java.util.Collection", "java.util.Map");

  /** Copies of these may order their elements by the function of the original. */
  private static final Set<String> ORDERED =
      Set.of("java.util.PriorityQueue", "java.util.SortedMap", "java.util.SortedSet");

  private final Program program;
  private final Listeners listeners;

  /** By a variable that stands for all that may be the same. */
  private final Map<Element, Set<TreePath>> ofVariables = new HashMap<>();

  /** By the type of the object: of all objects, and of those of which only the type is known. */
  private final ByType all = new ByType();

  private final ByType ofAny = new ByType();

  /** The functions in objects that the program has not made, which any library may find. */
  private final Set<Tree> keptForAll = new HashSet<>();

  /** The functions that methods of each type of a library get. */
  private final Map<TypeElement, Set<TreePath>> ofTypes = new HashMap<>();

  /** Those that methods of a type may find in its library, if they have been asked for. */
  private final Map<TypeElement, List<Set<TreePath>>> inLibrary = new HashMap<>();

  /** Functions by the type of the object that they are in. */
  private final class ByType {
    private final Map<Element, Set<TreePath>> functions = new HashMap<>();
    private final Map<Element, TypeMirror> types = new HashMap<>();

    /** What has been asked already: the same few classes, time and again. */
    private final Map<Element, Set<TreePath>> known = new HashMap<>();

    void add(TypeMirror type, Set<TreePath> more) {
      known.clear();
      Element owner = ((DeclaredType) type).asElement();
      types.put(owner, type);
      functions.computeIfAbsent(owner, key -> new LinkedHashSet<>()).addAll(more);
    }

    Set<TreePath> of(TypeMirror type) {
      return known.computeIfAbsent(((DeclaredType) type).asElement(), key -> all(type));
    }

    private Set<TreePath> all(TypeMirror type) {
      Set<TreePath> found = new LinkedHashSet<>();
      functions.forEach((owner, some) -> {
        if (program.owners().mayBe(types.get(owner), type)) {
          found.addAll(some);
        }
      });
      return found;
    }
  }

  InnerFunctions(Program program) {
    this.program = program;
    this.listeners = program.listeners();
    List<TreePath> calls = program.index().allCalls().filter(this::isOfLibrary).toList();
    calls.stream().filter(call -> !isStatic(call)).forEach(this::addOf);
    // What a library keeps for the whole program may have got its own functions before.
    calls.stream().filter(this::isStatic).forEach(this::addOf);
  }

  private boolean isOfLibrary(TreePath call) {
    return program.element(call) instanceof ExecutableElement method
        && program.path(method) == null;
  }

  private boolean isStatic(TreePath call) {
    return program.element(call).getModifiers().contains(Modifier.STATIC);
  }

  /** Adds the functions that a call gives to a library. */
  private void addOf(TreePath call) {
    ExecutableElement method = (ExecutableElement) program.element(call);
    List<? extends ExpressionTree> arguments =
        call.getLeaf() instanceof MethodInvocationTree tree
            ? tree.getArguments()
            : ((NewClassTree) call.getLeaf()).getArguments();
    int last = method.getParameters().size() - 1;
    for (int i = 0; i < arguments.size() && last >= 0; i++) {
      TypeMirror type = method.getParameters().get(Math.min(i, last)).asType();
      TypeMirror kind = type instanceof ArrayType array ? array.getComponentType() : type;
      TreePath argument = new TreePath(call, arguments.get(i));
      if (mayCall(kind)) {
        if (program.isOfLibrary(method)) {
          ofTypes
              .computeIfAbsent(
                  (TypeElement) method.getEnclosingElement(), key -> new LinkedHashSet<>())
              .addAll(functionsIn(argument));
        }
        keptBy(call, method, kind)
            .ifPresent(owner -> {
              Set<TreePath> functions = functionsIn(argument);
              put(owner, functions);
              if (owner.isAny() && !isOnNew(call) && !runsAtOnce(call, method, kind)) {
                functions.forEach(each -> keptForAll.add(each.getLeaf()));
              }
            });
      }
    }
  }

  private static boolean isOnNew(TreePath call) {
    return call.getLeaf() instanceof NewClassTree
        || Calls.objectOf(call).filter(each -> each.getLeaf() instanceof NewClassTree).isPresent();
  }

  /** Whether any library may run a function, because no object of the program keeps it. */
  boolean isKeptForAll(TreePath function) {
    return keptForAll.contains(function.getLeaf());
  }

  private void put(Owner owner, Set<TreePath> functions) {
    if (functions.isEmpty() || !(owner.type() instanceof DeclaredType)) {
      return;
    }
    all.add(owner.type(), functions);
    if (owner.isAny()) {
      ofAny.add(owner.type(), functions);
    }
    roots(owner)
        .forEach(root ->
            ofVariables.computeIfAbsent(root, key -> new LinkedHashSet<>()).addAll(functions));
  }

  private Stream<Element> roots(Owner owner) {
    return owner.variables().stream().map(program.aliases()::root).distinct();
  }

  /**
   * Whether a library knows methods of a parameter that it may call, unlike those of any object.
   */
  private boolean mayCall(TypeMirror parameter) {
    return parameter instanceof DeclaredType declared
        && !((TypeElement) declared.asElement())
            .getQualifiedName()
            .contentEquals("java.lang.Object")
        && !listeners.isListener(parameter)
        && !Library.jdk().isValue(parameter)
        && !program.isOfToolkit(parameter);
  }

  /** The functions of the program that are in an object. */
  private Set<TreePath> functionsIn(TreePath object) {
    Set<TreePath> found = new LinkedHashSet<>(listeners.functionsOf(object));
    if (object.getLeaf() instanceof NewClassTree made) {
      made.getArguments().forEach(each -> found.addAll(functionsIn(new TreePath(object, each))));
    }
    program.owners().objectOf(object).stream().flatMap(this::of).forEach(found::addAll);
    return found;
  }

  /**
   * The object that keeps a function which a call gives to a library: that of the call, or a new
   * one. A static method may keep it for all objects of the parameter's type.
   */
  private Optional<Owner> keptBy(TreePath call, ExecutableElement method, TypeMirror kind) {
    if (method.getKind() == ElementKind.CONSTRUCTOR) {
      return isCopied(method, kind) ? Optional.empty() : program.owners().madeBy(call);
    }
    boolean runsAtOnce = runsAtOnce(call, method, kind);
    if (!runsAtOnce && !isStatic(call)) {
      return program.owners().ownerOf(call).map(this::withOthers);
    }
    if (method.getReturnType().getKind() == TypeKind.VOID) {
      return runsAtOnce ? Optional.empty() : Optional.of(new Owner(kind, Set.of()));
    }
    return resultOf(call);
  }

  /** Whether a constructor keeps nothing of a container but the elements. */
  private boolean isCopied(ExecutableElement constructor, TypeMirror kind) {
    TypeElement made = (TypeElement) constructor.getEnclosingElement();
    return Library.jdk().copies(made)
        && program.isA(kind, CONTAINERS)
        && !program.isA(made.asType(), ORDERED);
  }

  /** Whether a method keeps nothing of an argument but in its result. */
  private boolean runsAtOnce(TreePath call, ExecutableElement method, TypeMirror kind) {
    boolean isOfCollections =
        program.elements().getPackageOf(method).getQualifiedName().contentEquals("java.util");
    return program.reads(method)
        || Library.jdk().isInert(method)
        || isOfCollections && (program.isFunction(kind) || program.isA(kind, CONTAINERS));
  }

  /** What a chain of calls gives if that may keep functions, as streams and comparators do. */
  private Optional<Owner> resultOf(TreePath call) {
    TreePath path = call;
    while (path.getParentPath().getLeaf() instanceof MemberSelectTree
        && path.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree) {
      path = path.getParentPath().getParentPath();
    }
    TypeMirror type = program.trees().getTypeMirror(path);
    boolean isSame =
        type instanceof DeclaredType
            && program.owners().mayBe(type, program.trees().getTypeMirror(call));
    return isSame ? Optional.of(program.owners().assigned(path, type)) : Optional.empty();
  }

  /**
   * An object of which a library may have given the program another view, as it does of logs, is
   * known by its type only.
   */
  private Owner withOthers(Owner owner) {
    return owner.variables().stream().anyMatch(this::isGivenByLibrary)
        ? new Owner(owner.type(), Set.of())
        : owner;
  }

  private boolean isGivenByLibrary(Element variable) {
    TreePath declared = program.path(variable);
    Stream<TreePath> first =
        declared != null
                && declared.getLeaf() instanceof VariableTree tree
                && tree.getInitializer() != null
            ? Stream.of(new TreePath(declared, tree.getInitializer()))
            : Stream.empty();
    return Stream.concat(first, program.index().assignedTo(variable).stream())
        .anyMatch(value ->
            value.getLeaf() instanceof MethodInvocationTree
                && isOfLibrary(value)
                && !Library.jdk().isFresh(program.element(value)));
  }

  /** The functions in an object, in sets that are the same for the same objects. */
  private Stream<Set<TreePath>> of(Owner owner) {
    if (!(owner.type() instanceof DeclaredType)) {
      return Stream.empty();
    }
    return owner.isAny()
        ? Stream.of(all.of(owner.type()))
        : Stream.concat(
            roots(owner).map(root -> ofVariables.getOrDefault(root, Set.of())),
            Stream.of(ofAny.of(owner.type())));
  }

  /** Whether a call may change a list, a map or a model of a toolkit, which runs functions then. */
  private boolean tells(TypeMirror type, TreePath call) {
    return !program.toolkit().isView(type)
        && program.element(call) instanceof ExecutableElement method
        && !program.reads(method)
        && !ToolkitMethods.asks(method);
  }

  /**
   * The functions that a call into a library may run because they are in its object or in an
   * argument, in sets that are the same for the same objects.
   */
  Stream<Set<TreePath>> runBy(TreePath call) {
    if (all.functions.isEmpty() && ofTypes.isEmpty() || !isOfLibrary(call)) {
      return Stream.empty();
    }
    Stream<Owner> operands =
        SplitCode.operands(call).stream().flatMap(each -> program.owners().objectOf(each).stream());
    boolean isOfThis =
        call.getLeaf() instanceof MethodInvocationTree tree
            && !(tree.getMethodSelect() instanceof MemberSelectTree)
            && !isStatic(call);
    Stream<Owner> objects =
        isOfThis ? Stream.concat(program.owners().ownerOf(call).stream(), operands) : operands;
    return Stream.concat(
            inLibraryOf(call),
            objects
                .filter(each -> !program.isOfToolkit(each.type()) || tells(each.type(), call))
                .flatMap(this::of))
        .filter(each -> !each.isEmpty());
  }

  /** The functions that a call may find in static fields of its library. */
  private Stream<Set<TreePath>> inLibraryOf(TreePath call) {
    return program.isOfLibrary((ExecutableElement) program.element(call))
        ? inLibrary
            .computeIfAbsent(
                (TypeElement) program.element(call).getEnclosingElement(),
                type ->
                    ofTypes.entrySet().stream()
                        .filter(each -> program.libraryState().isShared(each.getKey(), type))
                        .map(Map.Entry::getValue)
                        .toList())
            .stream()
        : Stream.empty();
  }
}
