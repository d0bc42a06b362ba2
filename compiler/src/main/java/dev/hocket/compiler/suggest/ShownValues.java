package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.facts.Owners;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Finds from which components some code takes values, and to which it gives some. A handler that
 * takes a text, waits, and sets a text that it has made from the first, overwrites what the user
 * has typed meanwhile.
 */
final class ShownValues extends Reached.Walk {
  private final Program program;
  private final TreePath function;
  private final Map<Element, TreePath> taken = new LinkedHashMap<>();
  private final Map<Element, TreePath> given = new LinkedHashMap<>();
  private final Map<Element, TreePath> emptied = new LinkedHashMap<>();
  private final Map<Element, TreePath> acting = new LinkedHashMap<>();
  private final Map<Element, TreePath> stirred = new LinkedHashMap<>();
  private final Map<Element, TreePath> filled = new LinkedHashMap<>();
  private final Map<Element, Set<Element>> methods = new LinkedHashMap<>();
  private final List<TreePath> questions = new ArrayList<>();
  private final List<TreePath> parts = new ArrayList<>();

  ShownValues(Program program, TreePath function) {
    this.program = program;
    this.function = function;
  }

  /** The variables of the components whose values are used, each with such a use. */
  Map<Element, TreePath> taken() {
    return taken;
  }

  /** The calls that ask a component, or another object with listeners, for more than its parts. */
  List<TreePath> questions() {
    return questions;
  }

  /** The calls that take another component, or a model, from one. */
  List<TreePath> parts() {
    return parts;
  }

  /** The variables of the components that get values. */
  Map<Element, TreePath> given() {
    return given;
  }

  /** The variables of the components that the code changes without a value, as by emptying them. */
  Map<Element, TreePath> emptied() {
    return emptied;
  }

  /** Those of the components that do something which may depend on their state, as copying. */
  Map<Element, TreePath> acting() {
    return acting;
  }

  /** Those of the components whose state the code changes, not only their looks. */
  Map<Element, TreePath> stirred() {
    return stirred;
  }

  private static boolean isQuiet(ExecutableElement method) {
    return Library.jdk().isQuiet("quiet", method);
  }

  /** The variables of the components that get more than a property. */
  Map<Element, TreePath> filled() {
    return filled;
  }

  /** For each component, the methods that give it values. */
  Map<Element, Set<Element>> methods() {
    return methods;
  }

  /** The first call in some code that takes a value from a component: a text, a row, a colour. */
  static Optional<TreePath> first(Program program, TreePath code) {
    TreePath[] found = {null};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        TypeMirror type = program.trees().getTypeMirror(getCurrentPath());
        boolean isOfView =
            Calls.objectOf(getCurrentPath())
                .map(program.trees()::getTypeMirror)
                .filter(program.toolkit()::isView)
                .isPresent();
        if (isOfView && type.getKind() != TypeKind.VOID && Library.jdk().isValue(type)) {
          found[0] = getCurrentPath();
        }
        return super.visitMethodInvocation(tree, unused);
      }
    }.scan(code, null);
    return Optional.ofNullable(found[0]);
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement called) {
      addArguments(called);
    }
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && (isOfComponent(method) || isInherited(method))) {
      Tree named = tree.getMethodSelect();
      if (isValueUsed(method)) {
        Map<Element, TreePath> found = new LinkedHashMap<>();
        add(found, named, method);
        found.forEach(taken::putIfAbsent);
        if (!found.isEmpty()) {
          boolean isPart = program.isOfToolkit(method.getReturnType());
          (isPart ? parts : questions).add(getCurrentPath());
        }
        if (!onlyAsks(method)) {
          addGiven(found, method, true);
        }
      } else if (!tree.getArguments().isEmpty() && !Library.jdk().isQuiet("updates", method)) {
        Map<Element, TreePath> found = new LinkedHashMap<>();
        add(found, named, method);
        addGiven(found, method, !program.methods().setsProperty(method));
        if (!isQuiet(method)) {
          found.forEach(stirred::putIfAbsent);
        }
      } else if (isInherited(method) || program.toolkit().isForEventThread(method, null)) {
        add(emptied, named, method);
        if (!isQuiet(method)) {
          add(acting, named, method);
          add(stirred, named, method);
        }
      }
    } else if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && isObserved(method)
        && isValueUsed(method)) {
      questions.add(getCurrentPath());
    } else if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && isOfEvent(method)
        && isValueUsed(method)) {
      program
          .listeners()
          .sourcesOf(function)
          .forEach(each -> taken.putIfAbsent(each, getCurrentPath()));
    }
    return null;
  }

  /** Whether a method only asks its object, and does not change it, as {@code remove(0)} does. */
  private boolean onlyAsks(ExecutableElement method) {
    return ToolkitMethods.asks(method)
        || method.getSimpleName().toString().endsWith("Property")
        || Library.jdk().isQuiet("tells", method)
        || Library.jdk().isQuiet("looks", method)
        || program.reads(method);
  }

  /**
   * Whether a method tells what the source of an event was told before, as the command of a button
   * is, and not only what has happened.
   */
  private boolean isOfEvent(ExecutableElement method) {
    return program.path(method) == null
        && !method.getModifiers().contains(Modifier.STATIC)
        && Calls.objectOf(getCurrentPath())
            .map(program.trees()::getTypeMirror)
            .filter(each -> program.isA(each, Owners.EVENTS))
            .isPresent()
        && !Library.jdk().tellsWhatHappened(method);
  }

  /** A library may ask and change a model or a list of a toolkit that it gets. */
  private void addArguments(ExecutableElement method) {
    boolean mayChange =
        program.path(method) == null
            && !program.reads(method)
            && (method.getModifiers().contains(Modifier.STATIC) || program.isOfLibrary(method));
    for (ExpressionTree each :
        mayChange
            ? ((MethodInvocationTree) getCurrentPath().getLeaf()).getArguments()
            : List.<ExpressionTree>of()) {
      TreePath argument = new TreePath(getCurrentPath(), each);
      TypeMirror type = program.trees().getTypeMirror(argument);
      if (type != null && program.isOfToolkit(type) && !program.toolkit().isView(type)) {
        Map<Element, TreePath> found = new LinkedHashMap<>();
        addObject(found, argument);
        found.forEach(taken::putIfAbsent);
        addGiven(found, method, true);
      }
    }
  }

  private void addGiven(Map<Element, TreePath> found, Element method, boolean fills) {
    found.forEach((component, use) -> {
      given.putIfAbsent(component, use);
      if (fills) {
        filled.putIfAbsent(component, use);
      }
      methods.computeIfAbsent(component, key -> new LinkedHashSet<>()).add(method);
    });
  }

  private void add(Map<Element, TreePath> to, Tree named, ExecutableElement method) {
    TreePath path = new TreePath(getCurrentPath(), named);
    if (named instanceof MemberSelectTree select) {
      addObject(to, new TreePath(path, select.getExpression()));
    } else {
      // A component calls its own method.
      to.putIfAbsent(method.getEnclosingElement(), path);
      program.thisOf(getCurrentPath()).stream()
          .flatMap(type -> program.aliases().objectsOf(type).stream())
          .forEach(each -> to.putIfAbsent(each, path));
    }
  }

  private void addObject(Map<Element, TreePath> to, TreePath object) {
    if (program.found().isFound(object)) {
      program
          .aliases()
          .viewsOf(program.trees().getTypeMirror(object))
          .forEach(each -> to.putIfAbsent(each, object));
    }
    Optional<TreePath> origin = new Origins(program, function, code()).of(object);
    if (origin.isEmpty()) {
      program.aliases().givenTo(function, object).forEach(each -> to.putIfAbsent(each, object));
      return;
    }
    Element held = program.element(origin.get());
    to.putIfAbsent(held, origin.get());
    Element named = program.element(object);
    if (named instanceof VariableElement) {
      to.putIfAbsent(named, object);
    } else {
      // A component that a call takes out of another one may be any of those inside.
      program.aliases().within(held).forEach(each -> to.putIfAbsent(each, origin.get()));
    }
  }

  /**
   * Code without source that gets {@code model::addElement} gives values to the model, and with
   * {@code JLabel::getText} it takes some of any label.
   */
  @Override
  public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && isOfComponent(method)) {
      Map<Element, TreePath> found = new LinkedHashMap<>();
      TreePath object = new TreePath(getCurrentPath(), tree.getQualifierExpression());
      if (program.element(object) instanceof TypeElement type) {
        program.aliases().viewsOf(type.asType()).forEach(each -> found.put(each, getCurrentPath()));
      } else {
        addObject(found, object);
      }
      if (onlyAsks(method)) {
        found.forEach(taken::putIfAbsent);
      } else {
        addGiven(found, method, true);
      }
    }
    return null;
  }

  private boolean isOfComponent(ExecutableElement method) {
    return method.getKind() == ElementKind.METHOD
        && !method.getModifiers().contains(Modifier.STATIC)
        && program.path(method) == null
        && program.isOfToolkit(method.getEnclosingElement().asType());
  }

  /** Whether a method is that of an object which tells listeners of its changes, as a document. */
  private boolean isObserved(ExecutableElement method) {
    return program.path(method) == null
        && !method.getModifiers().contains(Modifier.STATIC)
        && method.getEnclosingElement() instanceof TypeElement owner
        && !program.reads(method)
        && program.methods().tellsListeners(owner);
  }

  /** Whether a method that a collection declares is called on one of a toolkit. */
  private boolean isInherited(ExecutableElement method) {
    return program.path(method) == null
        && !method.getModifiers().contains(Modifier.STATIC)
        && program.elements().getPackageOf(method).getQualifiedName().contentEquals("java.util")
        && Calls.objectOf(getCurrentPath())
            .map(program.trees()::getTypeMirror)
            .filter(program::isOfToolkit)
            .isPresent();
  }

  private boolean isValueUsed(ExecutableElement method) {
    TreePath parent = getCurrentPath().getParentPath();
    return method.getReturnType().getKind() != TypeKind.VOID
        && !(parent.getLeaf() instanceof ExpressionStatementTree)
        && parent.getLeaf() != function.getLeaf();
  }
}
