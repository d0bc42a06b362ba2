package dev.hocket.flow.state;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Walks the heap: finds the objects that another one refers to, also through private fields of the
 * JDK.
 */
final class Heap {
  private static final int MOST_OBJECTS = 50_000;
  private static final String UNSAFE = "sun.misc.Unsafe";
  private static final MethodHandle OFFSET = handle("objectFieldOffset", Field.class);
  private static final MethodHandle OBJECT = handle("getObject", Object.class, long.class);

  private Heap() {}

  // javac warns of this class, and the warning cannot be suppressed.
  private static MethodHandle handle(String method, Class<?>... parameters) {
    try {
      Class<?> unsafe = Class.forName(UNSAFE);
      Field field = unsafe.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return MethodHandles.lookup()
          .unreflect(unsafe.getMethod(method, parameters))
          .bindTo(field.get(null));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Finds all objects that an object leads to, itself included. */
  static Set<Object> reach(Object from) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> open = new ArrayDeque<>();
    add(from, seen, open);
    while (!open.isEmpty() && seen.size() < MOST_OBJECTS) {
      Object next = open.pop();
      if (next instanceof Object[] array) {
        for (Object element : array) {
          add(element, seen, open);
        }
      } else {
        for (Class<?> c = next.getClass(); c != null; c = c.getSuperclass()) {
          fields(next, c, seen, open);
        }
      }
    }
    return seen;
  }

  private static void add(Object object, Set<Object> seen, Deque<Object> open) {
    boolean isOutside =
        object == null
            || object instanceof Class<?>
            || object instanceof ClassLoader
            || object instanceof Thread
            || object instanceof Module
            || object instanceof Reference<?>;
    if (!isOutside && seen.add(object)) {
      open.push(object);
    }
  }

  private static void fields(Object of, Class<?> type, Set<Object> seen, Deque<Object> open) {
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        try {
          add((Object) OBJECT.invoke(of, (long) OFFSET.invoke(field)), seen, open);
        } catch (UnsupportedOperationException e) {
          // The fields of lambdas and records of the JDK cannot be read.
        } catch (Throwable e) {
          throw new AssertionError(e);
        }
      }
    }
  }
}
