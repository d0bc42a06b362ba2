package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.state.Types;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides by the declared types of fields whether the state of a function can be saved and
 * restored. What it accepts by its type may still hold an object of another class; then the first
 * checkpoint fails, with the way to it.
 */
final class Restorable {
  private static final String WINDOWS = "dev.hocket.flow.windows";

  /** Classes that are known to be restorable, or are being examined. */
  private final Set<Class<?>> seen = new HashSet<>();

  private Restorable() {}

  /**
   * Checks the state of a call.
   *
   * @throws FlowException naming the function, the field, and the way to the type
   */
  static void check(Call call, Class<?> state) {
    try {
      new Restorable().fields(state);
    } catch (Unsaved e) {
      throw Unsaved.state(call.position(), call.function(), e);
    }
  }

  private void fields(Class<?> type) throws Unsaved {
    if (!seen.add(type) || type.getPackageName().equals(WINDOWS)) {
      // Windows accept only values that never change.
      return;
    }
    for (Class<?> c = type; c != Object.class && c != Record.class; c = c.getSuperclass()) {
      if (Types.isOfJdk(c)) {
        throw Unsaved.of(type.getName() + " extends " + c.getName() + ", whose fields are hidden");
      }
    }
    for (Field field : Form.fields(type)) {
      try {
        type(field.getGenericType());
      } catch (Unsaved e) {
        throw e.in("field " + field.getDeclaringClass().getName() + "." + field.getName());
      }
    }
  }

  private void type(Type type) throws Unsaved {
    switch (type) {
      case Class<?> plain -> plain(plain);
      case ParameterizedType of -> generic(of);
      case GenericArrayType array -> type(array.getGenericComponentType());
      case WildcardType any when any.getLowerBounds().length == 0 -> type(any.getUpperBounds()[0]);
      default -> throw Unsaved.of("a " + type.getTypeName() + ", of which no class is known");
    }
  }

  private void plain(Class<?> type) throws Unsaved {
    if (type.isPrimitive() || Leaves.number(type) >= 0 || type == Path.class) {
      return;
    }
    if (type.isArray()) {
      type(type.getComponentType());
      return;
    }
    if (type.isEnum() || type.getName().startsWith("clojure.lang.")) {
      return;
    }
    if (type.getTypeParameters().length > 0) {
      throw Unsaved.of("a " + type.getName() + " without the type of its elements");
    }
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type == Object.class) {
      throw Unsaved.of("a " + type.getName() + ", which may be any object");
    }
    if (Types.isOfJdk(type)) {
      if (!Serializable.class.isAssignableFrom(type)) {
        throw Unsaved.of("a " + type.getName() + ", which is not Serializable");
      }
      return;
    }
    if (Form.of(type) == Form.NONE) {
      throw Unsaved.of(
          "a "
              + type.getName()
              + ", which has no constructor without parameters"
              + (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())
                  ? "; make the class static"
                  : ""));
    }
    if (Form.of(type) != Form.JAVA) {
      fields(type);
    }
  }

  private void generic(ParameterizedType type) throws Unsaved {
    Class<?> raw = (Class<?>) type.getRawType();
    boolean isOfElements =
        Container.of(raw) != null
            || raw.isInterface()
                && Types.isOfJdk(raw)
                && (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw));
    boolean writesItself =
        Types.isOfJdk(raw)
            && Serializable.class.isAssignableFrom(raw)
            && !raw.isInterface()
            && !Modifier.isAbstract(raw.getModifiers());
    if (!isOfElements && !writesItself) {
      throw Unsaved.of("a " + type.getTypeName() + ", which cannot be saved");
    }
    for (Type of : type.getActualTypeArguments()) {
      try {
        type(of);
        if (!isOfElements
            && !(of instanceof Class<?> c && Serializable.class.isAssignableFrom(c))) {
          throw Unsaved.of("a " + of.getTypeName() + ", which is not Serializable");
        }
      } catch (Unsaved e) {
        throw e.in("an element of " + raw.getName());
      }
    }
  }
}
