package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * The methods of the program's own components, models and the like that a call of a toolkit may run
 * because they override the toolkit's: {@code table.getValueAt(0, 0)} asks the table's model, and
 * {@code bar.setValue(1)} may run {@code fireStateChanged} of the bar's class. Methods that paint
 * run later.
 */
public final class OwnCode {
  private static final Set<String> PICTURES = Set.of("java.awt.Graphics");

  private final Facts program;

  /** The classes of the objects that are in one, by a variable that stands for all of the same. */
  private final Map<Element, Set<TypeElement>> classes = new HashMap<>();

  private final Map<TypeElement, List<TreePath>> methods = new HashMap<>();

  public OwnCode(Facts program) {
    this.program = program;
    program.index().allCalls().forEach(this::addGiven);
    program.index().allCalls().forEach(this::addMade);
  }

  /** Adds the classes of the new objects that a call gives to its object. */
  private void addGiven(TreePath call) {
    Set<Element> owner = program.owners().ownerOfAny(call).variables();
    for (ExpressionTree each :
        owner.isEmpty() ? List.<ExpressionTree>of() : Calls.argumentsOf(call)) {
      TreePath argument = new TreePath(call, each);
      classOf(argument)
          .forEach(type ->
              owner.forEach(variable ->
                  classes
                      .computeIfAbsent(
                          program.aliases().root(variable), key -> new LinkedHashSet<>())
                      .add(type)));
    }
  }

  /**
   * A new object of the program's class has got the objects of its arguments, as a table its model.
   */
  private void addMade(TreePath creation) {
    classOf(creation)
        .filter(type -> isOfToolkit(type.asType()))
        .forEach(type ->
            Calls.argumentsOf(creation).stream()
                .flatMap(each -> program.owners().objectOf(new TreePath(creation, each)).stream())
                .flatMap(each -> each.variables().stream())
                .forEach(each ->
                    classes
                        .computeIfAbsent(program.aliases().root(each), key -> new LinkedHashSet<>())
                        .add(type)));
  }

  /** The class of the program of which an expression makes an object. */
  private Stream<TypeElement> classOf(TreePath value) {
    if (!(value.getLeaf() instanceof NewClassTree made)) {
      return Stream.empty();
    }
    Tree named = made.getClassBody() == null ? made.getIdentifier() : made.getClassBody();
    return program.element(new TreePath(value, named)) instanceof TypeElement type
            && program.path(type) != null
        ? Stream.of(type)
        : Stream.empty();
  }

  /** The methods that a call may run in this way. */
  public Stream<TreePath> runBy(TreePath call, ExecutableElement method) {
    boolean asks = method.getReturnType().getKind() != TypeKind.VOID;
    boolean paints = getsPicture(method);
    return objectsOf(call)
        .flatMap(this::classesOf)
        .distinct()
        .flatMap(type -> methods.computeIfAbsent(type, program.overrides()::ofToolkit).stream())
        .filter(each -> mayRun((ExecutableElement) program.element(each), asks, paints));
  }

  private boolean mayRun(ExecutableElement own, boolean asks, boolean paints) {
    boolean shows = program.overrides().overriddenBy(own).stream().anyMatch(Library.jdk()::shows);
    return paints || !getsPicture(own) && (asks || !shows && !ToolkitMethods.asks(own));
  }

  private boolean getsPicture(ExecutableElement method) {
    return method.getParameters().stream().anyMatch(each -> program.isA(each.asType(), PICTURES));
  }

  private Stream<Owner> objectsOf(TreePath call) {
    Stream<Owner> arguments =
        Calls.argumentsOf(call).stream()
            .flatMap(each -> program.owners().objectOf(new TreePath(call, each)).stream());
    return Stream.concat(program.owners().ownerOf(call).stream(), arguments)
        .filter(each -> isOfToolkit(each.type()));
  }

  private boolean isOfToolkit(TypeMirror type) {
    return type instanceof DeclaredType
        && Stream.concat(Stream.of(type), program.supertypes(type))
            .anyMatch(each -> each.toString().matches("(?:java\\.awt|javax\\.swing|javafx)\\..*"));
  }

  private Stream<TypeElement> classesOf(Owner owner) {
    Stream<TypeElement> own =
        owner.type() instanceof DeclaredType type && program.isOfProgram(type)
            ? Stream.of((TypeElement) type.asElement())
            : Stream.empty();
    return Stream.concat(
        own,
        program.aliases().of(owner.variables()).stream()
            .flatMap(each ->
                Stream.concat(
                    declared(each),
                    classes.getOrDefault(program.aliases().root(each), Set.of()).stream())));
  }

  /** The classes of the program that a variable's object may have. */
  private Stream<TypeElement> declared(Element variable) {
    Stream<TypeElement> type =
        variable.asType() instanceof DeclaredType declared && program.isOfProgram(declared)
            ? Stream.of((TypeElement) declared.asElement())
            : Stream.empty();
    Stream<TreePath> first =
        program.path(variable) instanceof TreePath path
                && path.getLeaf() instanceof VariableTree tree
                && tree.getInitializer() != null
            ? Stream.of(new TreePath(path, tree.getInitializer()))
            : Stream.empty();
    return Stream.concat(
        type,
        Stream.concat(first, program.index().assignedTo(variable).stream()).flatMap(this::classOf));
  }
}
