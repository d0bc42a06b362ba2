package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.library.ToolkitMethods;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Knows which calls of toolkits and libraries may run events, or end that, or keep inputs from all
 * windows but one. A call of which nothing is known may do all of that.
 */
public final class EventCalls {
  private static final Set<String> POSTS =
      Set.of(
          "java.awt.EventQueue.invokeLater",
          "javax.swing.SwingUtilities.invokeLater",
          "javafx.application.Platform.runLater");

  private static final Set<String> DIALOGS = Set.of("java.awt.Dialog");
  private static final Set<String> MODES =
      Set.of("boolean", "java.awt.Dialog.ModalityType", "java.awt.Dialog.ModalExclusionType");
  private static final Set<String> NOT_MODAL =
      Set.of("false", "Dialog.ModalityType.MODELESS", "ModalityType.MODELESS", "MODELESS");

  private final Facts program;

  public EventCalls(Facts program) {
    this.program = program;
  }

  /** Whether a method posts its argument, and does not wait for the end of it. */
  public static boolean isPost(Element method) {
    return POSTS.contains(method.getEnclosingElement() + "." + method.getSimpleName());
  }

  /** Whether a call dispatches events, as that of a queue does. */
  public boolean dispatches(TreePath call) {
    return program.element(call) instanceof ExecutableElement method
        && isOf(call, method, "dispatch")
        && !method.getModifiers().contains(Modifier.STATIC)
        && !Library.jdk().isQuiet("returns", method)
        && !ToolkitMethods.asks(method);
  }

  /**
   * Whether a call may show or close a window, or begin or end a loop of events in another way:
   * every one of a toolkit or a library of which that is not known.
   */
  public boolean mayEndLoop(TreePath call, ExecutableElement method) {
    return (mayEndLoopOfToolkit(call, method) || program.isOfLibrary(method))
        && !(program.methods().isOfToolkit(method) && ToolkitMethods.asks(method))
        && !isPost(method)
        && !setsValue(method)
        && !program.methods().addsListener(method);
  }

  private boolean mayEndLoopOfToolkit(TreePath call, ExecutableElement method) {
    return isOf(call, method, "window")
        || program.methods().isOfToolkit(method)
            && !Library.jdk().isLoopless(method)
            && !program.methods().setsProperty(method);
  }

  /** Whether a call may run a loop of events before it returns. */
  public boolean mayRunLoop(TreePath call, ExecutableElement method) {
    return mayEndLoop(call, method) && !returnsAtOnce(call, method);
  }

  /**
   * Whether a call may open a window that keeps inputs from all others, as a modal dialog does.
   * Nothing is known of the dialogs of a library.
   */
  public boolean mayBlockOthers(TreePath call, ExecutableElement method) {
    return mayEndLoopOfToolkit(call, method)
        && mayRunLoop(call, method)
        && !closes(call)
        && !Library.jdk().isQuiet("appears", method)
        && !(isOfDialog(call, method) && areModeless());
  }

  /** Whether a call may close a window that has kept inputs from all others. */
  public boolean mayUnblockOthers(TreePath call, ExecutableElement method) {
    return isOfDialog(call, method) && !areModeless() && mayEndLoopOfToolkit(call, method);
  }

  private static boolean closes(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree tree
        && tree.getArguments().size() == 1
        && isText(tree.getArguments().getFirst(), "false");
  }

  private static boolean isText(ExpressionTree value, String text) {
    return value instanceof LiteralTree && value.toString().equals(text);
  }

  private boolean isOfDialog(TreePath call, ExecutableElement method) {
    TypeMirror type =
        Calls.objectOf(call)
            .map(program.trees()::getTypeMirror)
            .orElseGet(() -> method.getEnclosingElement().asType());
    return program.isA(type, DIALOGS);
  }

  /** Whether all dialogs of AWT and Swing that the program makes leave inputs to other windows. */
  private boolean areModeless() {
    return program.index().allCalls().allMatch(this::leavesModeless);
  }

  private boolean leavesModeless(TreePath call) {
    if (!(program.element(call) instanceof ExecutableElement method)
        || !program.isA(method.getEnclosingElement().asType(), DIALOGS)
        || program.path(method) != null
        || method.getKind() != ElementKind.CONSTRUCTOR
            && !method.getSimpleName().toString().startsWith("setModal")) {
      return true;
    }
    List<? extends ExpressionTree> given = Calls.argumentsOf(call);
    return IntStream.range(0, given.size())
        .filter(i -> MODES.contains(method.getParameters().get(i).asType().toString()))
        .allMatch(i -> NOT_MODAL.contains(given.get(i).toString()));
  }

  /** Whether a method sets a property such as the title; whether a window is visible is none. */
  private boolean setsValue(ExecutableElement method) {
    return program.methods().setsProperty(method)
        && method.getParameters().stream()
            .map(Element::asType)
            .allMatch(each -> each.getKind() != TypeKind.BOOLEAN && Library.jdk().isValue(each));
  }

  /** Whether a call certainly runs no loop of events, whatever it shows. */
  private boolean returnsAtOnce(TreePath call, ExecutableElement method) {
    boolean isSwitch =
        method.getParameters().stream()
            .anyMatch(each -> each.asType().getKind() == TypeKind.BOOLEAN);
    return isOf(call, method, "frame")
        || Library.jdk().isQuiet("returns", method)
        || !isSwitch
            && (program.methods().setsProperty(method) || Library.jdk().isQuiet("quiet", method));
  }

  private boolean isOf(TreePath call, ExecutableElement method, String kind) {
    TypeMirror owner = method.getEnclosingElement().asType();
    boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
    Stream<TypeMirror> object =
        isStatic
            ? Stream.empty()
            : Calls.objectOf(call).map(program.trees()::getTypeMirror).stream();
    return Stream.concat(Stream.of(owner), object)
        .anyMatch(each -> program.isA(each, Library.jdk().types(kind)));
  }
}
