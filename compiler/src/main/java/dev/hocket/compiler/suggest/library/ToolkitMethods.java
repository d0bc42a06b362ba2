package dev.hocket.compiler.suggest.library;

import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * What the names and types of methods say, as the toolkits promise it: which set a property, ask
 * for something or add a listener. Programs call the same few methods time and again, so each is
 * looked at once.
 */
public final class ToolkitMethods {
  /** The types of listeners. */
  public static final Set<String> LISTENERS =
      Set.of(
          "java.util.EventListener",
          "javafx.beans.InvalidationListener",
          "javafx.beans.value.ChangeListener");

  private final Sources program;
  private final Map<Element, Boolean> ofToolkit = new HashMap<>();
  private final Map<Element, Boolean> setting = new HashMap<>();
  private final Map<Element, Boolean> adding = new HashMap<>();
  private final Map<Element, Boolean> telling = new HashMap<>();

  /**
   * Begins with no methods.
   *
   * @param program its sources
   */
  public ToolkitMethods(Sources program) {
    this.program = program;
  }

  /** Whether a method is one of a toolkit, not of a library that extends its types. */
  public boolean isOfToolkit(ExecutableElement method) {
    return ofToolkit.computeIfAbsent(method, key -> isDeclaredByToolkit(method));
  }

  private boolean isDeclaredByToolkit(ExecutableElement method) {
    // Methods of arrays are in no module, and those of JavaFX on the class path in an unnamed one.
    ModuleElement module = program.elements().getModuleOf(method);
    return module != null && module.getQualifiedName().contentEquals("java.desktop")
        || method.getEnclosingElement().toString().startsWith("javafx.");
  }

  /**
   * Whether a method sets what another one tells, so that only the last call counts. The toolkits
   * of the JDK promise that of JavaBeans' names; other libraries may add up what they get.
   */
  public boolean setsProperty(ExecutableElement method) {
    return setting.computeIfAbsent(method, key -> isOfToolkit(method) && hasProperty(method));
  }

  private boolean hasProperty(ExecutableElement setter) {
    String name = setter.getSimpleName().toString();
    if (!name.startsWith("set") || setter.getParameters().size() != 1) {
      return false;
    }
    TypeMirror type = setter.getParameters().getFirst().asType();
    String property = name.substring("set".length());
    return ElementFilter.methodsIn(
            program.elements().getAllMembers((TypeElement) setter.getEnclosingElement()))
        .stream()
        .filter(each -> each.getParameters().isEmpty())
        .filter(each -> program.types().isSameType(each.getReturnType(), type))
        .anyMatch(each ->
            each.getSimpleName().contentEquals("get" + property)
                || each.getSimpleName().contentEquals("is" + property));
  }

  /** Whether a method tells what another one sets. */
  public boolean asksProperty(ExecutableElement getter) {
    String name = getter.getSimpleName().toString().replaceFirst("^(?:get|is)", "set");
    return isOfToolkit(getter)
        && asks(getter)
        && getter.getParameters().isEmpty()
        && ElementFilter.methodsIn(
                program.elements().getAllMembers((TypeElement) getter.getEnclosingElement()))
            .stream()
            .anyMatch(each ->
                each.getSimpleName().contentEquals(name) && each.getParameters().size() == 1);
  }

  /** Whether a method is named as one that only asks its object. */
  public static boolean asks(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    return (name.startsWith("get") || name.startsWith("is"))
        && method.getReturnType().getKind() != TypeKind.VOID;
  }

  /** Whether a method adds a listener to its object, or removes it, as JavaBeans name that. */
  public boolean addsListener(ExecutableElement method) {
    return adding.computeIfAbsent(
        method,
        key ->
            method.getSimpleName().toString().matches("(?:add|remove)\\w*Listener")
                && takesListener(method));
  }

  /** Whether a method gets a listener. */
  public boolean takesListener(ExecutableElement method) {
    return method.getParameters().stream().anyMatch(each -> program.isA(each.asType(), LISTENERS));
  }

  /** Whether objects of a type tell listeners of their changes, as a document does. */
  public boolean tellsListeners(TypeElement type) {
    return telling.computeIfAbsent(
        type,
        key ->
            ElementFilter.methodsIn(program.elements().getAllMembers(type)).stream()
                .anyMatch(this::addsListener));
  }
}
