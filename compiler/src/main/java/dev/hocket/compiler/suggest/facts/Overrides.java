package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the functions of the program that a call may run: the method that it names, methods that
 * override this, and lambdas and method references that implement it.
 */
public final class Overrides {
  private final Facts program;

  /** For each method, those of the program that override it. */
  private final Map<ExecutableElement, List<Overriding>> overriding = new HashMap<>();

  /** The classes that inherit a method, which may implement an interface that its own does not. */
  private final Map<ExecutableElement, List<TypeElement>> heirs = new HashMap<>();

  /** The lambdas and method references by the interfaces of which they are. */
  private final Map<TypeElement, List<TreePath>> lambdas = new LinkedHashMap<>();

  private final Map<TypeElement, List<TreePath>> references = new LinkedHashMap<>();
  private final Map<TypeElement, List<TreePath>> calledBack = new HashMap<>();
  private final Map<ExecutableElement, List<TreePath>> functions = new HashMap<>();

  /** The methods that have been asked for, and whether libraries know them. */
  private final Map<ExecutableElement, Boolean> ofLibraries = new HashMap<>();

  /** For each type, whether others are above it, as far as that has been asked. */
  private final Map<Element, Map<Element, Boolean>> subtypes = new HashMap<>();

  /**
   * A method that overrides another one.
   *
   * @param path the method
   * @param type the class for whose objects it does so: its own, or one that inherits it
   */
  private record Overriding(TreePath path, TypeElement type) {}

  Overrides(Facts program) {
    this.program = program;
    TreePathScanner<Void, Void> methods =
        new TreePathScanner<>() {
          @Override
          public Void visitMethod(MethodTree tree, Void unused) {
            if (tree.getBody() != null
                && program.element(getCurrentPath()) instanceof ExecutableElement method
                && isOverridable(method)
                && method.getEnclosingElement() instanceof TypeElement owner) {
              addOverriding(method, getCurrentPath(), owner);
            }
            return super.visitMethod(tree, unused);
          }

          @Override
          public Void visitClass(ClassTree tree, Void unused) {
            if (program.element(getCurrentPath()) instanceof TypeElement type) {
              addInherited(type);
            }
            return super.visitClass(tree, unused);
          }

          @Override
          public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
            add(lambdas, getCurrentPath());
            return super.visitLambdaExpression(tree, unused);
          }

          @Override
          public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
            add(references, getCurrentPath());
            return super.visitMemberReference(tree, unused);
          }
        };
    program.units().forEach(unit -> methods.scan(new TreePath(unit), null));
  }

  private void add(Map<TypeElement, List<TreePath>> functions, TreePath function) {
    if (program.trees().getTypeMirror(function) instanceof DeclaredType type) {
      functions
          .computeIfAbsent((TypeElement) type.asElement(), each -> new ArrayList<>())
          .add(function);
    }
  }

  /** Enters a method for each method of the types above a class that it overrides there. */
  private void addOverriding(ExecutableElement method, TreePath path, TypeElement type) {
    program
        .supertypes(type.asType())
        .map(each -> ((DeclaredType) each).asElement())
        .distinct()
        .flatMap(each -> ElementFilter.methodsIn(each.getEnclosedElements()).stream())
        .filter(each -> each.getSimpleName().equals(method.getSimpleName()))
        .filter(each -> program.elements().overrides(method, each, type))
        .forEach(each ->
            overriding
                .computeIfAbsent(each, key -> new ArrayList<>())
                .add(new Overriding(path, type)));
  }

  /** Enters the methods by which a class implements its interfaces, but which it inherits. */
  private void addInherited(TypeElement type) {
    if (type.getInterfaces().isEmpty()) {
      return;
    }
    TypeMirror above = type.getSuperclass();
    while (above instanceof DeclaredType declared && program.isOfProgram(above)) {
      for (ExecutableElement each :
          ElementFilter.methodsIn(declared.asElement().getEnclosedElements())) {
        TreePath path = program.path(each);
        if (path != null && hasBody(path) && isOverridable(each)) {
          heirs.computeIfAbsent(each, key -> new ArrayList<>()).add(type);
          addOverriding(each, path, type);
        }
      }
      above = ((TypeElement) declared.asElement()).getSuperclass();
    }
  }

  private static boolean hasBody(TreePath path) {
    return path.getLeaf() instanceof MethodTree method && method.getBody() != null;
  }

  /** The classes for whose objects a method may run by an interface: its own, and some heirs. */
  public Stream<TypeElement> ownersOf(ExecutableElement method) {
    return Stream.concat(
        Stream.of((TypeElement) method.getEnclosingElement()),
        heirs.getOrDefault(method, List.of()).stream());
  }

  /** The methods without source that a method overrides. */
  public List<ExecutableElement> overriddenBy(ExecutableElement method) {
    return ownersOf(method)
        .flatMap(owner ->
            declaredAbove(owner)
                .filter(each -> each.getSimpleName().equals(method.getSimpleName()))
                .filter(each -> program.elements().overrides(method, each, owner)))
        .toList();
  }

  /** The methods without source of the types above one. */
  private Stream<ExecutableElement> declaredAbove(TypeElement owner) {
    return program
        .supertypes(owner.asType())
        .filter(type -> !program.isOfProgram(type))
        .flatMap(type ->
            ElementFilter.methodsIn(((DeclaredType) type).asElement().getEnclosedElements())
                .stream());
  }

  /** Whether a method is one that a library knows, and so may call. */
  public boolean overridesLibrary(ExecutableElement method) {
    return ofLibraries.computeIfAbsent(
        method, key -> ownersOf(method).anyMatch(owner -> overridesLibrary(method, owner)));
  }

  private boolean overridesLibrary(ExecutableElement method, TypeElement owner) {
    return declaredAbove(owner)
        .anyMatch(declared -> program.elements().overrides(method, declared, owner));
  }

  private static boolean isOverridable(ExecutableElement method) {
    return method.getKind() == ElementKind.METHOD
        && !method.getModifiers().contains(Modifier.STATIC)
        && !method.getModifiers().contains(Modifier.PRIVATE);
  }

  /**
   * The program's functions that a call may run.
   *
   * @param called the method that the call names
   * @param receiver the type of the expression before the dot; null if there is none; no type for
   *     {@code super}, which names exactly one method
   */
  public Stream<TreePath> of(ExecutableElement called, TypeMirror receiver) {
    Stream<TreePath> methods = methods(called, receiver);
    if (!called.getModifiers().contains(Modifier.ABSTRACT)) {
      return methods;
    }
    List<TreePath> known = functions.get(called);
    if (known == null) {
      known = functions(called);
      functions.put(called, known);
    }
    return Stream.concat(methods, known.stream());
  }

  /** The lambdas, and what references name, that implement an abstract method. */
  private List<TreePath> functions(ExecutableElement called) {
    return Stream.concat(
            implementing(lambdas, called), implementing(references, called).flatMap(this::named))
        .toList();
  }

  private Stream<TreePath> implementing(
      Map<TypeElement, List<TreePath>> functions, ExecutableElement called) {
    return functions.entrySet().stream()
        .filter(each -> isSubtype(each.getKey().asType(), called.getEnclosingElement().asType()))
        .flatMap(each -> each.getValue().stream());
  }

  /** The functions that a reference names: itself, if the source of its method is not there. */
  private Stream<TreePath> named(TreePath reference) {
    return program.element(reference) instanceof ExecutableElement method
            && program.path(method) != null
        ? methods(method, null)
        : Stream.of(reference);
  }

  /** The method that a call or a reference names, and those that override it. */
  private Stream<TreePath> methods(ExecutableElement called, TypeMirror receiver) {
    TreePath declared = program.path(called);
    Stream<TreePath> named =
        declared != null && declared.getLeaf() instanceof MethodTree
            ? Stream.of(declared)
            : Stream.empty();
    if (!isOverridable(called) || (receiver != null && receiver.getKind() == TypeKind.NONE)) {
      return named;
    }
    Stream<TreePath> overriding =
        this.overriding.getOrDefault(called, List.of()).stream()
            .filter(each -> mayRun(each.type(), receiver))
            .map(Overriding::path)
            .distinct();
    return Stream.concat(named, overriding);
  }

  /**
   * The program's functions that a library may call when it gets an object, or a container of such
   * objects: those that implement or override a method which the library knows.
   */
  public Set<TreePath> calledBack(TypeMirror type) {
    Set<TreePath> found = new LinkedHashSet<>();
    addCalledBack(type, found, new HashSet<>());
    return found;
  }

  /**
   * Adds what a library may call of an object of a type.
   *
   * @param bounds the type variables around the type; the bound of one may name the variable again
   */
  private void addCalledBack(TypeMirror type, Set<TreePath> found, Set<Element> bounds) {
    switch (type) {
      case TypeVariable variable when bounds.add(variable.asElement()) ->
          addCalledBack(variable.getUpperBound(), found, bounds);
      case WildcardType any when any.getExtendsBound() != null ->
          addCalledBack(any.getExtendsBound(), found, bounds);
      case ArrayType array -> addCalledBack(array.getComponentType(), found, bounds);
      case DeclaredType declared when !program.isOfToolkit(type) -> {
        TypeElement element = (TypeElement) declared.asElement();
        List<TreePath> known = calledBack.get(element);
        if (known == null) {
          known = membersOf(element);
          calledBack.put(element, known);
          known = new ArrayList<>(known);
          known.addAll(ofComponents(element));
          calledBack.put(element, known);
        }
        found.addAll(known);
        declared.getTypeArguments().forEach(each -> addCalledBack(each, found, bounds));
      }
      default -> {}
    }
  }

  /** What a record's own {@code toString}, {@code equals} and {@code hashCode} call. */
  private Set<TreePath> ofComponents(TypeElement type) {
    Set<TreePath> found = new LinkedHashSet<>();
    type.getRecordComponents()
        .forEach(each -> addCalledBack(each.asType(), found, new HashSet<>()));
    return found;
  }

  private List<TreePath> membersOf(TypeElement type) {
    return ElementFilter.methodsIn(program.elements().getAllMembers(type)).stream()
        .filter(Overrides::isOverridable)
        .filter(each -> program.path(each) == null || overridesLibrary(each))
        .flatMap(each -> of(each, program.types().erasure(type.asType())))
        .toList();
  }

  private boolean mayRun(TypeElement owner, TypeMirror receiver) {
    return !(receiver instanceof DeclaredType) || isSubtype(owner.asType(), receiver);
  }

  /** Whether objects of a type have another one, whatever their arguments are. */
  private boolean isSubtype(TypeMirror type, TypeMirror other) {
    return type instanceof DeclaredType one && other instanceof DeclaredType two
        ? subtypes
            .computeIfAbsent(one.asElement(), key -> new HashMap<>())
            .computeIfAbsent(two.asElement(), key -> isErasedSubtype(type, other))
        : isErasedSubtype(type, other);
  }

  private boolean isErasedSubtype(TypeMirror type, TypeMirror other) {
    return program.types().isSubtype(program.types().erasure(type), program.types().erasure(other));
  }

  /** The methods of a class of the program that a toolkit knows, and so may call; no listeners. */
  public List<TreePath> ofToolkit(TypeElement type) {
    return ElementFilter.methodsIn(program.elements().getAllMembers(type)).stream()
        .filter(each -> program.path(each) != null && hasBody(program.path(each)))
        .filter(each -> overriddenBy(each).stream().anyMatch(program.methods()::isOfToolkit))
        .filter(each ->
            overriddenBy(each).stream()
                .anyMatch(above ->
                    above.getEnclosingElement().getKind().isClass()
                        || !program.isA(
                            above.getEnclosingElement().asType(), ToolkitMethods.LISTENERS)))
        .map(program::path)
        .toList();
  }

  /**
   * The reason why a method must not wait: code runs it without its name, as {@code Runnable r =
   * this::refresh} does. If the method becomes {@code async}, that code goes on at its first wait,
   * and the compiler has no call to warn of.
   */
  public Optional<String> otherRun(TreePath function) {
    if (!(function.getLeaf() instanceof MethodTree)
        || !(program.element(function) instanceof ExecutableElement method)) {
      return Optional.empty();
    }
    return Stream.concat(
            program.index().referencesTo(method).stream(),
            program.index().allCalls().filter(call -> mayRun(call, method, function)))
        .findFirst()
        .map(run -> "'%s' runs it, too (%s)".formatted(firstLine(run), program.place(run)))
        .or(() ->
            overridesLibrary(method) ? Optional.of("a library may call it, too") : Optional.empty())
        .map(other ->
            Texts.nameOf(function)
                + " would have to wait, but "
                + other
                + ", and goes on at once: let that call another method");
  }

  private String firstLine(TreePath code) {
    return program.text(code).lines().findFirst().orElseThrow();
  }

  /** Whether a call of another method may run a method, because that overrides it. */
  private boolean mayRun(TreePath call, ExecutableElement method, TreePath function) {
    return program.element(call) instanceof ExecutableElement called
        && !called.equals(method)
        && called.getSimpleName().equals(method.getSimpleName())
        && of(called, null).anyMatch(each -> each.getLeaf() == function.getLeaf());
  }
}
