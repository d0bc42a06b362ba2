package dev.hocket.compiler.check.toolkit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * The rules of toolkits about the threads of their types. A type is recognised by the classes it
 * extends, not by its own name: a library's chart is a component because it extends {@code
 * JComponent}.
 */
public final class ToolkitTypes {
  private static final Map<String, Role> ROLES = new HashMap<>();

  /** Types whose objects may be created only on the event thread. */
  private static final Set<String> MADE_THERE =
      Set.of(
          "javax.swing.JComponent",
          "javax.swing.RootPaneContainer",
          "javafx.stage.Window",
          "javafx.scene.control.Dialog",
          "javafx.scene.robot.Robot",
          "javafx.scene.web.WebView",
          "android.app.Dialog");

  /**
   * Methods that their toolkits allow on any thread, including those that only post work to the
   * event thread.
   */
  private static final Set<String> SAFE =
      Set.of(
          "java.awt.Component.repaint",
          "java.awt.Component.revalidate",
          "java.awt.Component.firePropertyChange",
          "java.awt.Component.getToolkit",
          "java.awt.Component.getTreeLock",
          "java.awt.Component.getGraphicsConfiguration",
          "java.awt.Component.getFontMetrics",
          "java.awt.Component.createImage",
          "java.awt.Component.createVolatileImage",
          "java.awt.Component.prepareImage",
          "java.awt.Component.checkImage",
          "java.awt.Component.imageUpdate",
          "java.awt.Canvas.createBufferStrategy",
          "java.awt.Canvas.getBufferStrategy",
          "java.awt.Window.createBufferStrategy",
          "java.awt.Window.getBufferStrategy",
          "android.view.View.post",
          "android.view.View.postDelayed",
          "android.view.View.postOnAnimation",
          "android.view.View.postOnAnimationDelayed",
          "android.view.View.postInvalidate",
          "android.view.View.postInvalidateDelayed",
          "android.view.View.postInvalidateOnAnimation",
          "android.view.View.removeCallbacks",
          "android.view.View.getHandler",
          "android.view.View.getContext",
          "android.view.View.getResources");

  /** Methods that report whether the current thread is an event thread. */
  private static final Set<String> THREAD_QUESTIONS =
      Set.of(
          "javax.swing.SwingUtilities.isEventDispatchThread",
          "java.awt.EventQueue.isDispatchThread",
          "javafx.application.Platform.isFxApplicationThread",
          "android.os.Looper.getMainLooper",
          "android.os.Looper.myLooper");

  static {
    put(Toolkit.SWING, Role.Kind.VIEW, "java.awt.Component", "java.awt.MenuComponent");
    put(
        Toolkit.SWING,
        Role.Kind.MODEL,
        "javax.swing.BoundedRangeModel",
        "javax.swing.ButtonModel",
        "javax.swing.ListModel",
        "javax.swing.ListSelectionModel",
        "javax.swing.RowSorter",
        "javax.swing.SingleSelectionModel",
        "javax.swing.SpinnerModel",
        "javax.swing.table.TableColumnModel",
        "javax.swing.table.TableModel",
        "javax.swing.tree.TreeModel",
        "javax.swing.tree.TreeSelectionModel");
    put(
        Toolkit.JAVAFX,
        Role.Kind.VIEW,
        "javafx.scene.Node",
        "javafx.scene.Scene",
        "javafx.scene.canvas.GraphicsContext",
        "javafx.scene.control.Dialog",
        "javafx.scene.control.FocusModel",
        "javafx.scene.control.MenuItem",
        "javafx.scene.control.SelectionModel",
        "javafx.scene.control.Tab",
        "javafx.scene.control.TableColumnBase",
        "javafx.scene.control.TreeItem",
        "javafx.scene.robot.Robot",
        "javafx.scene.web.WebEngine",
        "javafx.stage.Window");
    put(
        Toolkit.JAVAFX,
        Role.Kind.COLLECTION,
        "javafx.collections.ObservableList",
        "javafx.collections.ObservableMap",
        "javafx.collections.ObservableSet");
    put(
        Toolkit.ANDROID,
        Role.Kind.VIEW,
        "android.app.Dialog",
        "android.view.Menu",
        "android.view.MenuItem",
        "android.view.View");
    put(
        Toolkit.ANDROID,
        Role.Kind.MODEL,
        "android.widget.BaseAdapter",
        "androidx.recyclerview.widget.RecyclerView.Adapter");
  }

  private final Elements elements;
  private final Map<TypeElement, Set<String>> supertypes = new HashMap<>();
  private final Map<TypeElement, Optional<Role>> roles = new HashMap<>();

  public ToolkitTypes(Elements elements) {
    this.elements = elements;
  }

  private static void put(Toolkit toolkit, Role.Kind kind, String... types) {
    for (String type : types) {
      ROLES.put(type, new Role(toolkit, kind));
    }
  }

  /** Whether a toolkit has rules about the threads of a type. */
  public boolean isOfToolkit(TypeMirror type) {
    return of(type).isPresent();
  }

  /** Whether a type is one of components, nodes or windows. */
  public boolean isView(TypeMirror type) {
    return of(type).filter(role -> role.kind() == Role.Kind.VIEW).isPresent();
  }

  /**
   * Whether a toolkit wants a call to be made on its event thread.
   *
   * @param receiver the type of the expression before the dot; null if there is none
   */
  public boolean isForEventThread(ExecutableElement method, TypeMirror receiver) {
    return of(method, receiver).isPresent();
  }

  /** The role of a type; empty if it belongs to no toolkit. */
  Optional<Role> of(TypeMirror type) {
    return classes(type)
        .flatMap(element -> roles.computeIfAbsent(element, this::of).stream())
        .min(Comparator.comparing(Role::kind));
  }

  private Optional<Role> of(TypeElement type) {
    return supertypes(type).stream()
        .map(ROLES::get)
        .filter(Objects::nonNull)
        .min(Comparator.comparing(Role::kind));
  }

  /**
   * The role of the object or class that a call uses; empty if any thread may make the call.
   *
   * @param receiver the type of the expression before the dot; null if there is none
   */
  Optional<Role> of(ExecutableElement method, TypeMirror receiver) {
    TypeElement owner = (TypeElement) method.getEnclosingElement();
    if (isOfObject(method, owner) || usesListeners(method) || isAmong(SAFE, owner, method)) {
      return Optional.empty();
    }
    if (method.getModifiers().contains(Modifier.STATIC)) {
      return of(owner.asType()).filter(role -> showsViews(method));
    }
    return of(owner.asType()).or(() -> receiver == null ? Optional.empty() : of(receiver));
  }

  /** Whether a class declares a method or inherits it. */
  boolean hasMember(TypeElement type, ExecutableElement method) {
    return elements.getAllMembers(type).contains(method);
  }

  /** Whether objects of a type may be created only on the event thread. */
  public boolean isMadeThere(TypeMirror type) {
    return classes(type).anyMatch(each -> supertypes(each).stream().anyMatch(MADE_THERE::contains));
  }

  /** Whether a call asks on which thread the code runs. */
  boolean asksForThread(ExecutableElement method) {
    return isAmong(THREAD_QUESTIONS, (TypeElement) method.getEnclosingElement(), method);
  }

  /**
   * Whether a static method concerns views: it takes or returns one. Other static methods may run
   * anywhere.
   */
  private boolean showsViews(ExecutableElement method) {
    return Stream.concat(
            Stream.of(method.getReturnType()),
            method.getParameters().stream().map(parameter -> parameter.asType()))
        .anyMatch(type -> of(type).filter(role -> role.kind() == Role.Kind.VIEW).isPresent());
  }

  private boolean isAmong(Set<String> methods, TypeElement owner, ExecutableElement method) {
    return supertypes(owner).stream()
        .anyMatch(type -> methods.contains(type + "." + method.getSimpleName()));
  }

  private boolean isOfObject(ExecutableElement method, TypeElement owner) {
    TypeElement object = elements.getTypeElement("java.lang.Object");
    return owner.equals(object)
        || ElementFilter.methodsIn(object.getEnclosedElements()).stream()
            .anyMatch(each -> elements.overrides(method, each, owner));
  }

  /**
   * Whether a method adds, removes or lists listeners. Lists of listeners are thread-safe. An
   * {@code Action} is a listener, too, but {@code setAction} does more.
   */
  private boolean usesListeners(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    return name.matches("(?:add|remove)\\w*Listener")
            && method.getParameters().size() == 1
            && isListener(method.getParameters().getFirst().asType())
        || name.matches("get\\w*Listeners")
            && method.getReturnType() instanceof ArrayType listeners
            && isListener(listeners.getComponentType());
  }

  private boolean isListener(TypeMirror type) {
    return classes(type).anyMatch(each -> supertypes(each).contains("java.util.EventListener"));
  }

  private static Stream<TypeElement> classes(TypeMirror type) {
    return switch (type) {
      case IntersectionType all -> all.getBounds().stream().flatMap(ToolkitTypes::classes);
      case DeclaredType declared -> Stream.of((TypeElement) declared.asElement());
      case TypeVariable variable -> classes(variable.getUpperBound());
      default -> Stream.empty();
    };
  }

  /** The names of a class, of the classes that it extends and of its interfaces. */
  private Set<String> supertypes(TypeElement type) {
    Set<String> known = supertypes.get(type);
    if (known != null) {
      return known;
    }
    Set<String> names = new HashSet<>();
    names.add(type.getQualifiedName().toString());
    Stream.concat(Stream.of(type.getSuperclass()), type.getInterfaces().stream())
        .flatMap(ToolkitTypes::classes)
        .forEach(above -> names.addAll(supertypes(above)));
    supertypes.put(type, names);
    return names;
  }
}
