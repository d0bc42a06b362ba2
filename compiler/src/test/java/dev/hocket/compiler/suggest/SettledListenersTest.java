package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.suggest.library.Library;
import java.awt.Component;
import java.awt.EventQueue;
import java.awt.GraphicsEnvironment;
import java.awt.event.InputEvent;
import java.awt.event.MouseEvent;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Listeners that {@code jdk.txt} calls settled find what they would find when all is done. */
class SettledListenersTest {
  private static final List<Integer> CLICK =
      List.of(
          MouseEvent.MOUSE_ENTERED,
          MouseEvent.MOUSE_MOVED,
          MouseEvent.MOUSE_PRESSED,
          MouseEvent.MOUSE_DRAGGED,
          MouseEvent.MOUSE_RELEASED,
          MouseEvent.MOUSE_CLICKED,
          MouseEvent.MOUSE_EXITED);

  /** The answers of a component and its model that changed after a listener had returned. */
  private final Set<String> changed = new TreeSet<>();

  private final List<Map<String, String>> heard = new ArrayList<>();

  static Stream<JComponent> components() {
    return Stream.of(
        new JButton("a"),
        new JCheckBox("a"),
        new JRadioButton("a"),
        new JToggleButton("a"),
        new JMenuItem("a"),
        new JCheckBoxMenuItem("a"),
        new JComboBox<>(new String[] {"a", "b"}),
        new JTextField("some text"),
        new JFormattedTextField(5),
        new JTextArea("some text"),
        new JList<>(new String[] {"a", "b"}),
        new JTable(new DefaultTableModel(4, 3)),
        new JTree(),
        new JSlider(),
        new JPanel());
  }

  @ParameterizedTest
  @MethodSource("components")
  void aSettledListener_findsWhatStays(JComponent component) throws Exception {
    listen(component, Library.jdk().methods("settled"));
    EventQueue.invokeAndWait(() -> use(component));
    assertEquals(Set.of(), changed);
  }

  @Test
  void aListenerOfItems_isNotSettled() throws Exception {
    JCheckBox other = new JCheckBox("a", true);
    ButtonGroup group = new ButtonGroup();
    JCheckBox box = new JCheckBox("b");
    group.add(other);
    group.add(box);
    other.addItemListener(e -> heard.add(answers(box)));
    EventQueue.invokeAndWait(() -> use(box));
    assertTrue(changed.contains("isSelected"), changed::toString);
  }

  private void listen(JComponent component, Map<String, Set<String>> adding) throws Exception {
    for (Method add : component.getClass().getMethods()) {
      Set<String> names = adding.getOrDefault(add.getDeclaringClass().getName(), Set.of());
      if (names.contains(add.getName()) && add.getName().startsWith("add")) {
        Class<?> kind = add.getParameterTypes()[0];
        Object listener =
            Proxy.newProxyInstance(
                kind.getClassLoader(),
                new Class<?>[] {kind},
                (proxy, method, arguments) -> {
                  if (method.getDeclaringClass() != Object.class) {
                    heard.add(answers(component));
                  }
                  return method.getName().equals("equals") ? proxy == arguments[0] : null;
                });
        add.invoke(component, listener);
      }
    }
  }

  private void use(JComponent component) {
    component.setSize(200, 100);
    component.doLayout();
    for (int count = 1; count <= 3; count++) {
      for (int each : CLICK) {
        if (needsDisplay(component, each)) {
          continue;
        }
        boolean isDown = each == MouseEvent.MOUSE_PRESSED || each == MouseEvent.MOUSE_DRAGGED;
        int keys = isDown ? InputEvent.BUTTON1_DOWN_MASK : 0;
        component.dispatchEvent(
            new MouseEvent(component, each, 0, keys, 20, 10, count, false, MouseEvent.BUTTON1));
        compare(component);
      }
    }
    switch (component) {
      case JComboBox<?> box -> box.setSelectedIndex(1);
      case JTextField field -> field.postActionEvent();
      case AbstractButton button -> button.doClick(0);
      default -> {}
    }
    assertTrue(!heard.isEmpty() || component.getMouseListeners().length > 0);
    compare(component);
  }

  /** Whether a press may begin to drag elements, for which the toolkit asks the display. */
  private static boolean needsDisplay(JComponent component, int event) {
    boolean hasElements =
        component instanceof JList || component instanceof JTable || component instanceof JTree;
    boolean isPress =
        event == MouseEvent.MOUSE_PRESSED
            || event == MouseEvent.MOUSE_DRAGGED
            || event == MouseEvent.MOUSE_RELEASED;
    return hasElements && isPress && GraphicsEnvironment.isHeadless();
  }

  private void compare(JComponent component) {
    Map<String, String> now = answers(component);
    for (Map<String, String> then : heard) {
      then.forEach((question, answer) -> {
        if (!Objects.equals(answer, now.get(question))) {
          changed.add(question);
        }
      });
    }
    heard.clear();
  }

  /** What a component and its model answer to all questions for values. */
  private static Map<String, String> answers(Component component) {
    Map<String, String> answers = new TreeMap<>();
    ask(component, answers);
    try {
      ask(component.getClass().getMethod("getModel").invoke(component), answers);
    } catch (ReflectiveOperationException e) {
      // Some components have no model.
    }
    return answers;
  }

  private static void ask(Object object, Map<String, String> answers) {
    try {
      for (PropertyDescriptor each :
          Introspector.getBeanInfo(object.getClass()).getPropertyDescriptors()) {
        Method question = each.getReadMethod();
        if (question != null && isOfValue(question.getReturnType()) && !isPassing(question)) {
          question.setAccessible(true);
          Object answer = question.invoke(object);
          answers.put(
              question.getName(),
              answer instanceof int[] some ? Arrays.toString(some) : String.valueOf(answer));
        }
      }
    } catch (ReflectiveOperationException | java.beans.IntrospectionException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isOfValue(Class<?> type) {
    return type.isPrimitive() || type == String.class || type == int[].class;
  }

  private static boolean isPassing(Method question) {
    return Library.jdk()
        .methods("passing")
        .getOrDefault(question.getDeclaringClass().getName(), Set.of())
        .contains(question.getName());
  }
}
