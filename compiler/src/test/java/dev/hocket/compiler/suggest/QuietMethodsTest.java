package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.suggest.library.Library;
import java.awt.Component;
import java.awt.Container;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.swing.*;
import javax.swing.table.DefaultTableModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The methods that {@code jdk.txt} calls quiet are called, and must run no listener. */
class QuietMethodsTest {
  /** An object for each type that cannot be made by a constructor without parameters. */
  private static final Map<String, Supplier<Object>> SAMPLES =
      Map.of(
          "Component", JPanel::new,
          "Container", JPanel::new,
          "JComponent", JPanel::new,
          "AbstractButton", JCheckBox::new,
          "JTextComponent", JTextArea::new,
          "Timer", () -> new Timer(99_999, e -> {}),
          "Action", QuietMethodsTest::action,
          "AbstractAction", QuietMethodsTest::action,
          "AbstractTableModel", DefaultTableModel::new);

  /** Windows need a display. */
  private static final Set<String> NOT_CALLED =
      Set.of("Window", "Frame", "Dialog", "JFrame", "JDialog");

  private static Object action() {
    return new AbstractAction() {
      @Override
      public void actionPerformed(java.awt.event.ActionEvent event) {}
    };
  }

  private static Object sample(Class<?> type) throws Exception {
    Supplier<Object> known = SAMPLES.get(type.getSimpleName());
    return known == null ? type.getConstructor().newInstance() : known.get();
  }

  /** Adds listeners of some kinds to an object, wherever it takes them. */
  private static AtomicInteger listen(Object object, Set<String> kinds) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    for (Method each : object.getClass().getMethods()) {
      Class<?>[] types = each.getParameterTypes();
      if (each.getName().matches("add\\w*Listener")
          && types.length == 1
          && kinds.contains(types[0].getName())) {
        Object listener =
            Proxy.newProxyInstance(
                types[0].getClassLoader(),
                new Class<?>[] {types[0]},
                (proxy, method, arguments) -> {
                  if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("equals") ? proxy == arguments[0] : (Object) 1;
                  }
                  calls.incrementAndGet();
                  return null;
                });
        each.invoke(object, listener);
      }
    }
    return calls;
  }

  private static Object argument(Class<?> type) {
    return switch (type.getName()) {
      case "boolean" -> true;
      case "int" -> 0;
      case "char" -> 'a';
      case "float" -> 0f;
      case "java.lang.String", "java.lang.Object" -> "a";
      case "java.awt.Component" -> new JLabel();
      case "javax.swing.KeyStroke" -> javax.swing.KeyStroke.getKeyStroke('a');
      case "java.awt.Rectangle" -> new java.awt.Rectangle(1, 1);
      case "java.awt.Dimension" -> new java.awt.Dimension(1, 1);
      case "[Ljava.lang.Object;" -> new Object[] {"a"};
      case "java.util.Vector" -> new java.util.Vector<>(List.of("a"));
      default -> null;
    };
  }

  @ParameterizedTest
  @CsvSource({"quiet, heard", "quiet, input", "quietForInput, input", "quietForActions, action"})
  void methods_runNoListener(String word, String kind) throws Exception {
    Set<String> kinds =
        kind.equals("action") ? Set.of("java.awt.event.ActionListener") : Library.jdk().types(kind);
    List<String> wrong = new ArrayList<>();
    int called = 0;
    for (Map.Entry<String, Set<String>> entry : Library.jdk().methods(word).entrySet()) {
      if (entry.getKey().startsWith("javafx.")) {
        continue; // The compiler's tests have no JavaFX.
      }
      Class<?> type = Class.forName(entry.getKey());
      Set<String> left = new HashSet<>(entry.getValue());
      for (Method each : type.getMethods()) {
        if (!entry.getValue().contains(each.getName()) || Modifier.isStatic(each.getModifiers())) {
          continue;
        }
        left.remove(each.getName());
        if (!NOT_CALLED.contains(type.getSimpleName())) {
          Object object = sample(type);
          if (object instanceof Container container && !(object instanceof JComboBox)) {
            container.add(new JLabel());
          }
          AtomicInteger calls = listen(object, kinds);
          Object[] arguments =
              java.util.stream.Stream.of(each.getParameterTypes())
                  .map(QuietMethodsTest::argument)
                  .toArray();
          try {
            each.invoke(object, arguments);
            called++;
          } catch (InvocationTargetException | IllegalArgumentException e) {
            // A method that fails must run no listener, too.
          }
          if (calls.get() > 0) {
            wrong.add(each.toString());
          }
        }
      }
      // A type of a group need not have all methods of its line, but each needs some.
      if (left.size() == entry.getValue().size()) {
        wrong.add("no method of " + type);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(called > 5, "" + called);
  }

  /** The listeners of the test hear of what is not quiet. */
  @ParameterizedTest
  @CsvSource({"javax.swing.JCheckBox, doClick", "javax.swing.JTextField, postActionEvent"})
  void otherMethods_runListeners(String type, String method) throws Exception {
    Object object = Class.forName(type).getConstructor().newInstance();
    AtomicInteger calls = listen(object, Library.jdk().types("heard"));
    ((Component) object).setSize(1, 1);
    object.getClass().getMethod(method).invoke(object);
    assertTrue(calls.get() > 0);
  }
}
