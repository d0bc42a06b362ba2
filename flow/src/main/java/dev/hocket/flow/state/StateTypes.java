package dev.hocket.flow.state;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Set;
import org.objectweb.asm.Type;

/** Decides by the types of values and fields whether they give access to state. */
final class StateTypes {
  private final Class<?> owner;

  StateTypes(Class<?> owner) {
    this.owner = owner;
  }

  /** Whether a value of a type gives no access to state. */
  boolean isHarmless(Type type) {
    if (type.getSort() == Type.ARRAY) {
      return false;
    }
    return type.getSort() != Type.OBJECT || isHarmless(type.getClassName());
  }

  private boolean isHarmless(String name) {
    try {
      return Types.isThreadSafe(Class.forName(name, false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Whether all fields hold immutable values, as far as their declarations show. */
  boolean hasHarmlessContents(Set<String> fields) {
    return fields.stream().allMatch(this::hasHarmlessContents);
  }

  private boolean hasHarmlessContents(String name) {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return hasHarmlessContents(field.getGenericType());
        }
      }
    }
    return false;
  }

  private static boolean hasHarmlessContents(java.lang.reflect.Type type) {
    return switch (type) {
      case ParameterizedType of ->
          Arrays.stream(of.getActualTypeArguments()).allMatch(StateTypes::isImmutable);
      case Class<?> array when array.isArray() -> Types.isImmutable(array.getComponentType());
      default -> false;
    };
  }

  private static boolean isImmutable(java.lang.reflect.Type type) {
    return switch (type) {
      case Class<?> c -> Types.isImmutable(c);
      case WildcardType any -> isImmutable(any.getUpperBounds()[0]);
      default -> false;
    };
  }
}
