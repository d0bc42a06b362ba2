package dev.hocket.flow.corpus;

import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a function of the corpus on packets, without a flow, to prove that it leaks or does not. A
 * trial loads the classes of the corpus again, so that each begins with new static fields.
 */
final class Trial {
  private static final String[] LINES = {"red fish", "blue whale", "old crow"};

  private final Class<?> type;
  private final Method function;

  /** The result and the arguments of a call. */
  private record Handled(Object value, Object[] arguments) {
    String look() {
      // Arguments come first: they may be executors, and the value may wait for their tasks.
      return Receiver.look(arguments) + " " + Receiver.look(value);
    }

    void tamper() {
      Receiver.tamper(arguments);
      Receiver.tamper(value);
    }
  }

  private Trial(String type) throws ReflectiveOperationException {
    this.type = new Fresh().loadClass(type);
    this.function = function(this.type);
    function.setAccessible(true);
  }

  /**
   * Reports what the receiver of one packet's value notices of other packets, or what the function
   * notices of the receiver's actions.
   *
   * @return nothing if the state is the function's own
   */
  static List<String> effects(Class<?> type) throws ReflectiveOperationException {
    String name = type.getName();
    List<String> effects = new ArrayList<>();
    String atOnce = new Trial(name).first(false, false);
    compare(effects, "later packets change a value", atOnce, new Trial(name).first(false, true));
    compare(effects, "another call changes a value", atOnce, new Trial(name).first(true, false));
    compare(
        effects,
        "a receiver changes the state",
        new Trial(name).stateAfterOne(false),
        new Trial(name).stateAfterOne(true));
    return effects;
  }

  private static void compare(List<String> effects, String effect, String before, String after) {
    if (!before.equals(after)) {
      effects.add(effect + " from " + before + " to " + after);
    }
  }

  /** Returns the visible state of the first packet's value. */
  private String first(boolean afterOthers, boolean beforeOthers)
      throws ReflectiveOperationException {
    if (afterOthers) {
      Object other = object();
      handle(other, 1);
      handle(other, 2);
    }
    Object object = object();
    Handled handled = handle(object, 0);
    if (beforeOthers) {
      handle(object, 1);
      handle(object, 2);
    }
    return handled.look();
  }

  private String stateAfterOne(boolean tampered) throws ReflectiveOperationException {
    Object object = object();
    Handled handled = handle(object, 0);
    if (tampered) {
      handled.tamper();
    }
    return Receiver.lookAtFields(object);
  }

  private Object object() throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private Handled handle(Object object, int packet) throws IllegalAccessException {
    Object[] arguments = arguments(function, packet);
    try {
      return new Handled(function.invoke(object, arguments), arguments);
    } catch (InvocationTargetException e) {
      return new Handled(e.getCause(), arguments);
    }
  }

  static Method function(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Function.class) && !method.isBridge()) {
          return method;
        }
      }
    }
    throw new AssertionError(type + " has no function");
  }

  /** Makes new arguments for a packet, counted from 0. */
  static Object[] arguments(Method function, int packet) {
    return Arrays.stream(function.getParameterTypes()).map(t -> argument(t, packet)).toArray();
  }

  private static Object argument(Class<?> type, int packet) {
    String line = LINES[packet];
    return switch (type.getSimpleName()) {
      case "String" -> line;
      case "int" -> new int[] {3, 14, 15}[packet];
      case "long" -> new long[] {1_000, 86_400_000, 172_800_001}[packet];
      case "double" -> new double[] {1.5, 22.25, -7}[packet];
      case "byte[]" -> line.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case "double[]" -> new double[] {packet, 1};
      case "Object[]" -> new Object[2];
      case "List" -> new ArrayList<>(List.of(line.split(" ")));
      case "Map" -> new HashMap<>(Map.of(line, line.length()));
      case "Queue" -> new ArrayDeque<>();
      case "Slot" -> new Slot<>();
      case "Bus" -> new Bus();
      case "AtomicReference" -> new AtomicReference<>();
      case "CompletableFuture" -> new CompletableFuture<>();
      case "Consumer", "BiConsumer", "Executor", "ThreadFactory" -> new Recorder();
      default -> throw new AssertionError("no packets of " + type);
    };
  }

  /** Defines the classes of the corpus again; those that trials share come from its parent. */
  private static final class Fresh extends ClassLoader {
    private static final String PREFIX = Trial.class.getPackageName() + ".";

    Fresh() {
      super(Trial.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PREFIX + "Leaking") && !name.startsWith(PREFIX + "Harmless")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
