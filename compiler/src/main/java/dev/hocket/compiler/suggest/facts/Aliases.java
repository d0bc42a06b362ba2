package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
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
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * The variables of a program that may have state in common: both refer to one object, or to two of
 * which one holds the other, as a table holds its model.
 *
 * <pre>{@code
 * final List<String> all = new ArrayList<>();
 * final List<String> view = Collections.unmodifiableList(all); // has the state of 'all'
 * }</pre>
 *
 * Every value that the program passes on connects the variables in it, wherever that happens. A
 * component that is put into another one keeps its state for itself; but a component that is taken
 * out of another one may be any of those inside.
 */
public final class Aliases {
  private final Facts program;
  private final KeptValues values;
  private final Map<Element, Element> parents = new LinkedHashMap<>();
  private final Map<Element, Set<Element>> members = new LinkedHashMap<>();

  /** The variables of components. */
  private final Set<Element> views = new LinkedHashSet<>();

  /** Those of components and models. */
  private final Set<Element> ofToolkit = new LinkedHashSet<>();

  /** The components that the program puts into each. */
  private final Map<Element, Set<Element>> inside = new LinkedHashMap<>();

  /** For the variable of each component, the components that it was taken out of. */
  private final Map<Element, Set<Element>> takenOut = new LinkedHashMap<>();

  Aliases(Facts program) {
    this.program = program;
    this.values = new KeptValues(program);
    Links links = new Links();
    program.units().forEach(unit -> links.scan(new TreePath(unit), null));
    takenOut.forEach((variable, from) ->
        from.stream().flatMap(each -> within(each).stream()).forEach(each -> join(variable, each)));
  }

  /** The variables that may have state in common with one of some; they are among them. */
  public Set<Element> of(Set<Element> variables) {
    Set<Element> all = new LinkedHashSet<>(variables);
    // Each root once: many of the variables may have the same.
    variables.stream()
        .map(this::root)
        .distinct()
        .forEach(root -> all.addAll(members.getOrDefault(root, Set.of())));
    return all;
  }

  /** Whether two variables may have state in common. */
  public boolean mayShare(Element one, Element other) {
    return root(one).equals(root(other));
  }

  /** The first use of a variable that may have state in common with another one; or null. */
  public TreePath useIn(Element variable, Map<Element, TreePath> uses) {
    if (uses.containsKey(variable)) {
      return uses.get(variable);
    }
    return uses.entrySet().stream()
        .filter(each -> mayShare(variable, each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** A variable of some uses that may have state in common with one of others. */
  public Optional<Element> common(Map<Element, TreePath> one, Map<Element, TreePath> other) {
    return one.keySet().stream().filter(each -> useIn(each, other) != null).findFirst();
  }

  /**
   * The variables whose component an expression may give if it comes from a parameter of a
   * function, such as the source of an event: all those of a type that fits.
   */
  public Set<Element> givenTo(TreePath function, TreePath component) {
    boolean isGiven =
        of(values.of(component).keySet()).stream()
            .filter(each -> each.getKind() == ElementKind.PARAMETER)
            .map(program::path)
            .anyMatch(path -> path != null && path.getParentPath().getLeaf() == function.getLeaf());
    return isGiven ? viewsOf(program.trees().getTypeMirror(component)) : Set.of();
  }

  /** The variables of the components that may have a type. */
  public Set<Element> viewsOf(TypeMirror type) {
    Set<Element> found = new LinkedHashSet<>();
    views.stream().filter(each -> mayBe(each.asType(), type)).forEach(found::add);
    return found;
  }

  private boolean mayBe(TypeMirror one, TypeMirror other) {
    return program.types().isSubtype(one, other) || program.types().isSubtype(other, one);
  }

  /** The variables that may hold an object of a class of the program, as its own calls are of. */
  public Set<Element> objectsOf(TypeElement type) {
    Set<Element> found = new LinkedHashSet<>();
    ofToolkit.stream()
        .filter(each -> program.types().isSubtype(erased(each.asType()), erased(type.asType())))
        .forEach(found::add);
    program.index().creationsOf(type).stream()
        .flatMap(each -> program.owners().madeBy(each).stream())
        .forEach(each -> found.addAll(each.variables()));
    return found;
  }

  private TypeMirror erased(TypeMirror type) {
    return program.types().erasure(type);
  }

  /** The variables whose object an expression may give; empty if it may be any other one, too. */
  public Set<Element> variablesOf(TreePath expression) {
    Map<Element, KeptValues.Kind> sources = values.of(expression);
    sources.keySet().removeIf(this::isGiver);
    return sources.containsValue(KeptValues.Kind.TAKEN_OUT) ? Set.of() : sources.keySet();
  }

  /** The components that a component may have inside. */
  public Set<Element> within(Element component) {
    Set<Element> found = new LinkedHashSet<>();
    addWithin(component, found);
    return found;
  }

  private void addWithin(Element component, Set<Element> found) {
    for (Element each : of(Set.of(component))) {
      for (Element inner : inside.getOrDefault(each, Set.of())) {
        if (found.add(inner)) {
          addWithin(inner, found);
        }
      }
    }
  }

  /** One of the variables that may have state in common with a variable: the same for all. */
  public Element root(Element element) {
    Element root = element;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return root;
  }

  private void join(Element one, Element other) {
    Element root = root(one);
    Element joined = root(other);
    if (root.equals(joined)) {
      return;
    }
    if (size(root) < size(joined)) {
      join(joined, root);
      return;
    }
    parents.put(joined, root);
    Set<Element> all = members.computeIfAbsent(root, key -> new LinkedHashSet<>(Set.of(key)));
    Set<Element> more = members.remove(joined);
    all.addAll(more == null ? Set.of(joined) : more);
  }

  /** The number of variables below a root. The smaller set joins the larger one. */
  private int size(Element root) {
    Set<Element> all = members.get(root);
    return all == null ? 1 : all.size();
  }

  /** Goes through the program and connects what its values connect. */
  private final class Links extends TreePathScanner<Void, Void> {
    private final Map<ExecutableElement, List<ExecutableElement>> overriding =
        new LinkedHashMap<>();

    @Override
    public Void visitVariable(VariableTree tree, Void unused) {
      Element variable = program.element(getCurrentPath());
      if (variable != null && program.toolkit().isView(variable.asType())) {
        views.add(variable);
      }
      if (variable != null && program.isOfToolkit(variable.asType())) {
        ofToolkit.add(variable);
      }
      linkTo(variable, tree.getInitializer());
      return super.visitVariable(tree, unused);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      TreePath variable = new TreePath(getCurrentPath(), tree.getVariable());
      linkTo(program.element(variable), tree.getExpression());
      return super.visitEnhancedForLoop(tree, unused);
    }

    @Override
    public Void visitInstanceOf(InstanceOfTree tree, Void unused) {
      if (tree.getPattern() != null) {
        TreePath matched = new TreePath(getCurrentPath(), tree.getExpression());
        new TreePathScanner<Void, Void>() {
          @Override
          public Void visitVariable(VariableTree variable, Void none) {
            link(program.element(getCurrentPath()), matched);
            return null;
          }
        }.scan(new TreePath(getCurrentPath(), tree.getPattern()), null);
      }
      return super.visitInstanceOf(tree, unused);
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      TreePath assigned = new TreePath(getCurrentPath(), tree.getVariable());
      TreePath value = new TreePath(getCurrentPath(), tree.getExpression());
      values.of(assigned).keySet().forEach(each -> link(each, value));
      return super.visitAssignment(tree, unused);
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void unused) {
      TreePath around = getCurrentPath();
      while (!(around.getLeaf() instanceof MethodTree)
          && !(around.getLeaf() instanceof LambdaExpressionTree)) {
        around = around.getParentPath();
      }
      if (around.getLeaf() instanceof MethodTree) {
        linkTo(program.element(around), tree.getExpression());
      }
      return super.visitReturn(tree, unused);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
        linkCall(method, tree.getArguments());
        if (!values.isOfProgram(method) && !program.reads(method)) {
          linkStored(tree);
          if (mayLink(method)) {
            linkTogether(tree.getArguments());
          }
        }
      }
      return super.visitMethodInvocation(tree, unused);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
        linkCall(method, tree.getArguments());
        if (!values.isOfProgram(method)
            && !Library.jdk().copies((TypeElement) method.getEnclosingElement())) {
          linkTogether(tree.getArguments());
        }
      }
      return super.visitNewClass(tree, unused);
    }

    /** A method of the program gets the arguments, and so does one that overrides it. */
    private void linkCall(ExecutableElement method, List<? extends ExpressionTree> arguments) {
      if (!values.isOfProgram(method)) {
        return;
      }
      linkParameters(method, arguments);
      overriding
          .computeIfAbsent(method, this::overriding)
          .forEach(each -> {
            join(method, each);
            linkParameters(each, arguments);
          });
    }

    private List<ExecutableElement> overriding(ExecutableElement method) {
      return program
          .overrides()
          .of(method, null)
          .map(program::element)
          .filter(ExecutableElement.class::isInstance)
          .map(ExecutableElement.class::cast)
          .toList();
    }

    private void linkParameters(
        ExecutableElement method, List<? extends ExpressionTree> arguments) {
      int last = method.getParameters().size() - 1;
      for (int i = 0; i < arguments.size() && last >= 0; i++) {
        linkTo(method.getParameters().get(Math.min(i, last)), arguments.get(i));
      }
    }

    /** A library's object may keep what a method of it gets. */
    private void linkStored(MethodInvocationTree tree) {
      if (tree.getMethodSelect() instanceof MemberSelectTree select) {
        TreePath path = new TreePath(getCurrentPath(), select);
        TreePath object = new TreePath(path, select.getExpression());
        for (Element each : values.of(object).keySet()) {
          for (ExpressionTree argument : tree.getArguments()) {
            TreePath value = new TreePath(getCurrentPath(), argument);
            if (values.isView(object) && values.isView(value)) {
              values.of(value).keySet().forEach(inner -> put(each, inner));
            } else {
              link(each, value);
            }
          }
        }
      } else {
        program
            .thisOf(getCurrentPath())
            .ifPresent(type ->
                tree.getArguments().stream()
                    .map((ExpressionTree each) -> new TreePath(getCurrentPath(), each))
                    .filter(values::isView)
                    .flatMap(each -> values.of(each).keySet().stream())
                    .forEach(inner -> put(type, inner)));
      }
    }

    /** Whether a static method may leave its arguments with something in common. */
    private boolean mayLink(ExecutableElement method) {
      boolean givesObject = method.getReturnType() instanceof DeclaredType;
      return method.getModifiers().contains(Modifier.STATIC)
          && (!givesObject || program.isOfLibrary(method));
    }

    /** A call may connect what it gets, as {@code Bindings.bindBidirectional(a, b)} does. */
    private void linkTogether(List<? extends ExpressionTree> arguments) {
      List<TreePath> given =
          arguments.stream()
              .map((ExpressionTree each) -> new TreePath(getCurrentPath(), each))
              .filter(values::hasState)
              .toList();
      // Components keep their state for themselves.
      Optional<Set<Element>> first =
          given.size() < 2
              ? Optional.empty()
              : given.stream()
                  .filter(each -> !values.isView(each))
                  .map(each -> values.of(each).keySet())
                  .filter(each -> !each.isEmpty())
                  .findFirst();
      first.ifPresent(
          variables -> given.forEach(value -> variables.forEach(each -> link(each, value))));
    }

    private void linkTo(Element variable, Tree value) {
      if (variable != null && value != null) {
        link(variable, new TreePath(getCurrentPath(), value));
      }
    }

    private void link(Element variable, TreePath value) {
      values
          .of(value)
          .forEach((source, kind) -> {
            switch (kind) {
              case SAME -> join(variable, source);
              case HELD -> put(variable, source);
              case TAKEN_OUT ->
                  takenOut.computeIfAbsent(variable, key -> new LinkedHashSet<>()).add(source);
            }
          });
    }

    private void put(Element component, Element inner) {
      inside.computeIfAbsent(component, key -> new LinkedHashSet<>()).add(inner);
    }
  }

  /** The static methods that may give the object of a variable to other code, too. */
  public Stream<ExecutableElement> givers(Element variable) {
    return of(Set.of(variable)).stream().filter(this::isGiver).map(ExecutableElement.class::cast);
  }

  private boolean isGiver(Element source) {
    return source instanceof ExecutableElement method && !values.isOfProgram(method);
  }

  /** Whether a method is that of a record, whose constructor and accessors have no code. */
  public static boolean isOfRecord(ExecutableElement method) {
    return method.getEnclosingElement().getKind() == ElementKind.RECORD;
  }
}
