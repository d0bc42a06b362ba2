package dev.hocket.compiler.suggest;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Knows which methods {@code toString} of the program a toolkit may call to show an object, and
 * where: in a {@code JList<Person>}, or in a tree after {@code new DefaultMutableTreeNode(person)}.
 */
final class ShownTexts {
  private static final Set<String> OBJECT = Set.of("java.lang.Object", "java.util.Collection");

  private final Program program;
  private final List<Shown> all = new ArrayList<>();

  /** Most programs have no such method. */
  private boolean hasSearchedCalls;

  /**
   * Something that a toolkit has.
   *
   * @param type of the object that it may show
   * @param place the variable of the list or model with such objects, or what a call gets
   */
  private record Shown(TypeMirror type, TreePath place) {}

  ShownTexts(Program program) {
    this.program = program;
  }

  /** Adds a variable that may have a list or a model. */
  void addVariable(TreePath declared) {
    if (program.element(declared) instanceof Element variable
        && variable.asType() instanceof DeclaredType type
        && program.isOfToolkit(type)) {
      type.getTypeArguments().forEach(each -> add(each, declared));
    }
  }

  private void addCall(TreePath call) {
    if (program.element(call) instanceof ExecutableElement method
        && program.path(method) == null
        && program.methods().isOfToolkit(method)) {
      List<? extends ExpressionTree> arguments = Calls.argumentsOf(call);
      int count = Math.min(arguments.size(), method.getParameters().size());
      IntStream.range(0, count)
          .filter(i -> mayBeAny(method.getParameters().get(i).asType()))
          .mapToObj(i -> new TreePath(call, arguments.get(i)))
          .forEach(each -> typesIn(each).forEach(type -> add(type, each)));
    }
  }

  private void add(TypeMirror type, TreePath place) {
    if (program.isOfProgram(type)) {
      all.add(new Shown(type, place));
    }
  }

  /** Whether a parameter gets objects of any type, or several of them. */
  private boolean mayBeAny(TypeMirror type) {
    return type.getKind() == TypeKind.TYPEVAR
        || type.getKind() == TypeKind.ARRAY
        || program.isA(type, OBJECT);
  }

  /** The types of the objects that a value is or holds. */
  private Stream<TypeMirror> typesIn(TreePath value) {
    if (value.getLeaf() instanceof NewArrayTree made && made.getInitializers() != null) {
      return made.getInitializers().stream().flatMap(each -> typesIn(new TreePath(value, each)));
    }
    TypeMirror type = program.trees().getTypeMirror(value);
    if (type == null || program.isOfProgram(type)) {
      return Stream.ofNullable(type);
    }
    Set<Element> variables = program.aliases().of(program.aliases().variablesOf(value));
    return Stream.concat(Stream.of(type), variables.stream().map(Element::asType))
        .flatMap(ShownTexts::withParts);
  }

  private static Stream<TypeMirror> withParts(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> withParts(array.getComponentType());
      case DeclaredType declared ->
          Stream.concat(Stream.of(type), declared.getTypeArguments().stream());
      default -> Stream.of();
    };
  }

  /** Where a toolkit may show an object by a method. */
  List<TreePath> placesOf(TreePath text) {
    if (!hasSearchedCalls) {
      hasSearchedCalls = true;
      program.index().allCalls().forEach(this::addCall);
    }
    TypeMirror owner = program.element(text).getEnclosingElement().asType();
    return all.stream()
        .filter(each -> program.owners().mayBe(owner, each.type()))
        .map(Shown::place)
        .toList();
  }
}
