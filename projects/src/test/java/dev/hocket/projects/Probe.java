package dev.hocket.projects;

import java.awt.Component;
import java.awt.MenuComponent;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.swing.BoundedRangeModel;
import javax.swing.ButtonModel;
import javax.swing.JComponent;
import javax.swing.ListModel;
import javax.swing.ListSelectionModel;
import javax.swing.RootPaneContainer;
import javax.swing.SpinnerModel;
import javax.swing.table.TableColumnModel;
import javax.swing.table.TableModel;
import javax.swing.tree.TreeModel;
import javax.swing.tree.TreeSelectionModel;

/**
 * Logs which statements of a running program use Swing. {@link StatementMarks} has marked the
 * statements with numbers, and {@link CallLogger} the calls.
 *
 * <p>A statement touches a component if it creates one, or calls a method of one, or of its model,
 * that is older than the run of the statement. By Swing's documentation only the event thread may
 * do that, except for a few methods.
 */
public final class Probe {
  /** Methods of components that Swing's documentation allows on any thread. */
  private static final Set<String> ANY_THREAD =
      Set.of(
          "repaint",
          "revalidate",
          "firePropertyChange",
          "getToolkit",
          "getTreeLock",
          "getGraphicsConfiguration",
          "getFontMetrics",
          "createImage",
          "prepareImage",
          "checkImage");

  private static final Set<Class<?>> MODELS =
      Set.of(
          BoundedRangeModel.class,
          ButtonModel.class,
          ListModel.class,
          ListSelectionModel.class,
          SpinnerModel.class,
          TableColumnModel.class,
          TableModel.class,
          TreeModel.class,
          TreeSelectionModel.class);

  private static final AtomicLong CLOCK = new AtomicLong();

  /** When each object was created. */
  private static final Map<Object, Long> MADE =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /** The statements that the thread is running, the innermost first. */
  private static final ThreadLocal<Deque<Running>> RUNNING =
      ThreadLocal.withInitial(ArrayDeque::new);

  private static final Map<String, Boolean> OF_TOOLKIT = new ConcurrentHashMap<>();
  private static final Set<String> LOG = ConcurrentHashMap.newKeySet();

  private record Running(int statement, long since) {}

  private Probe() {}

  /** Called when a statement begins. */
  public static void enter(int statement) {
    RUNNING.get().push(new Running(statement, CLOCK.incrementAndGet()));
    LOG.add("ran " + statement);
  }

  /** Called when the innermost statement ends. */
  public static void leave() {
    RUNNING.get().pop();
  }

  /** Called when the program has created an object. */
  public static void made(Object made, String file) {
    MADE.putIfAbsent(made, CLOCK.incrementAndGet());
    if (isOfToolkit(made.getClass())) {
      boolean touches = made instanceof JComponent || made instanceof RootPaneContainer;
      RUNNING.get().forEach(each -> log(each, touches, "new", file));
    }
  }

  /**
   * Called before a method of an object.
   *
   * @param superclass the class in which the search for the method begins, if it is called by super
   */
  public static void call(
      Object receiver, String superclass, String name, String descriptor, String file) {
    if (receiver == null || RUNNING.get().isEmpty()) {
      return;
    }
    boolean isModel = MODELS.stream().anyMatch(model -> model.isInstance(receiver));
    if (!isModel && !implementsInToolkit(receiver, superclass, name, descriptor)) {
      return;
    }
    boolean isPart = isModel || receiver instanceof Component || receiver instanceof MenuComponent;
    boolean isListener = name.matches("(add|remove|get)\\w*Listeners?");
    for (Running each : RUNNING.get()) {
      boolean isFresh = MADE.getOrDefault(receiver, 0L) > each.since;
      boolean touches = isPart && !isFresh && !isListener && !ANY_THREAD.contains(name);
      log(each, touches, name, file);
    }
  }

  /** Called before a static method of the toolkit. */
  public static void callStatic(boolean takesComponents, String name, String file) {
    RUNNING.get().forEach(each -> log(each, takesComponents, name, file));
  }

  private static void log(Running running, boolean touches, String name, String file) {
    String verdict = touches ? "touches " : "harmless ";
    LOG.add(verdict + running.statement + " " + name + " " + file);
  }

  private static boolean isOfToolkit(Class<?> type) {
    Class<?> each = type;
    while (each != null && !isInToolkit(each)) {
      each = each.getSuperclass();
    }
    return each != null;
  }

  private static boolean isInToolkit(Class<?> type) {
    return type.getName().startsWith("javax.swing.") || type.getName().startsWith("java.awt.");
  }

  /** Whether the method that runs is the toolkit's, not one of the program. */
  private static boolean implementsInToolkit(
      Object receiver, String superclass, String name, String descriptor) {
    Class<?> start = superclass.isEmpty() ? receiver.getClass() : named(superclass, receiver);
    String key = start.getName() + "." + name + descriptor;
    return OF_TOOLKIT.computeIfAbsent(key, unused -> isInToolkit(owner(start, name, descriptor)));
  }

  private static Class<?> named(String name, Object receiver) {
    Class<?> type = receiver.getClass();
    while (type != null && !type.getName().equals(name)) {
      type = type.getSuperclass();
    }
    return type == null ? receiver.getClass() : type;
  }

  private static Class<?> owner(Class<?> start, String name, String descriptor) {
    for (Class<?> type = start; type != null; type = type.getSuperclass()) {
      boolean declares =
          Arrays.stream(type.getDeclaredMethods())
              .filter(method -> method.getName().equals(name))
              .anyMatch(method ->
                  MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                      .descriptorString()
                      .equals(descriptor));
      if (declares) {
        return type;
      }
    }
    return Object.class;
  }

  /** Writes the log to a file. */
  static void write(Path file) throws IOException {
    Files.write(file, new TreeSet<>(LOG));
  }
}
