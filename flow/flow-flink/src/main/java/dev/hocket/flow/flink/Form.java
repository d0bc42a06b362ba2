package dev.hocket.flow.flink;

import dev.hocket.flow.state.Types;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The way in which values of a class are written; its number is their tag. */
enum Form {
  /** The value null. */
  NULL,
  /** An object that has been written before; a number says which. */
  SEEN,
  /** A value that one of Flink's serialisers writes, see {@link Leaves}. */
  LEAF,
  /** A constant, by its name. */
  ENUM,
  /** An array, element by element. */
  ARRAY,
  /** A collection of Java's, element by element, see {@link Container}. */
  CONTAINER,
  /** A record, component by component. */
  RECORD,
  /** A path of the default file system, by its name. */
  PATH,
  /** Another object of the program, field by field. */
  OBJECT,
  /** An object that writes itself, by Java's serialisation. */
  JAVA,
  /** Values that cannot be written. */
  NONE;

  private static final Form[] ALL = values();

  private static final Set<String> OWN_WRITING =
      Set.of("writeObject", "readObject", "writeReplace", "readResolve");

  private static final ClassValue<Form> FORMS =
      new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
          return compute(type);
        }
      };

  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return allFields(type);
        }
      };

  private static final ClassValue<List<Part>> PARTS =
      new ClassValue<>() {
        @Override
        protected List<Part> computeValue(Class<?> type) {
          return fields(type).stream()
              .map(field -> new Part(field, nameIn(type, field), elements(field.getGenericType())))
              .toList();
        }
      };

  /**
   * A field as it is written.
   *
   * @param name its name, with its class if that is a superclass
   * @param elements the types of its elements, see {@link #elements}
   */
  record Part(Field field, String name, String elements) {}

  private static final ClassValue<List<Field>> CONSTANTS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return allConstants(type);
        }
      };

  static Form of(Class<?> type) {
    return FORMS.get(type);
  }

  static Form tagged(int tag) {
    return ALL[tag];
  }

  private static Form compute(Class<?> type) {
    if (Leaves.number(type) >= 0) {
      return LEAF;
    }
    if (Enum.class.isAssignableFrom(type)) {
      return ENUM;
    }
    if (type.isArray()) {
      return ARRAY;
    }
    if (type == Path.of("").getClass()) {
      return PATH;
    }
    if (Container.of(type) != null) {
      return CONTAINER;
    }
    if (Types.isOfJdk(type) || isOfClojure(type) || writesItself(type)) {
      return Serializable.class.isAssignableFrom(type) ? JAVA : NONE;
    }
    if (type.isRecord()) {
      return RECORD;
    }
    boolean isMade = !type.isHidden() && hasOnlyOwnFields(type) && maker(type) != null;
    return isMade ? OBJECT : Serializable.class.isAssignableFrom(type) ? JAVA : NONE;
  }

  /** Returns whether a class is one of Clojure's own, or a function that Clojure has compiled. */
  static boolean isOfClojure(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().startsWith("clojure.")) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a class or one above it has code of its own for Java's serialisation. */
  private static boolean writesItself(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)) {
      return false;
    }
    if (Externalizable.class.isAssignableFrom(type)) {
      return true;
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (OWN_WRITING.contains(method.getName())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasOnlyOwnFields(Class<?> type) {
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      if (c == null || Types.isOfJdk(c)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the constructor without parameters, which may be private; null if there is none. */
  static Constructor<?> maker(Class<?> type) {
    try {
      return Modifier.isAbstract(type.getModifiers()) ? null : type.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** Lists the fields that hold the state of an object, those of superclasses first. */
  static List<Field> fields(Class<?> type) {
    return FIELDS.get(type);
  }

  /** Lists the fields of an object as they are written; those of a record are its components. */
  static List<Part> parts(Class<?> type) {
    return PARTS.get(type);
  }

  private static List<Field> allFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && !Types.isOfJdk(c); c = c.getSuperclass()) {
      List<Field> own =
          Arrays.stream(c.getDeclaredFields())
              .filter(field ->
                  !Modifier.isStatic(field.getModifiers())
                      && !Modifier.isTransient(field.getModifiers()))
              .toList();
      own.forEach(field -> field.setAccessible(true));
      fields.addAll(0, own);
    }
    return fields;
  }

  /** Lists the constants of a class, or of the one around it, that may be objects of the class. */
  static List<Field> constants(Class<?> type) {
    return CONSTANTS.get(type);
  }

  private static List<Field> allConstants(Class<?> type) {
    List<Field> constants = new ArrayList<>();
    for (Class<?> c = type; c != null && !Types.isOfJdk(c); c = c.getSuperclass()) {
      for (Class<?> owner = c; owner != null; owner = owner.getEnclosingClass()) {
        Arrays.stream(owner.getDeclaredFields())
            .filter(field ->
                Modifier.isStatic(field.getModifiers())
                    && Modifier.isFinal(field.getModifiers())
                    && field.getType().isAssignableFrom(type)
                    && field.trySetAccessible())
            .forEach(constants::add);
      }
    }
    return constants;
  }

  /**
   * The types of a declared type's elements, which the classes of values do not show; empty if it
   * has none.
   */
  private static String elements(Type declared) {
    return switch (declared) {
      case ParameterizedType type ->
          Arrays.stream(type.getActualTypeArguments())
              .map(Type::getTypeName)
              .collect(Collectors.joining(", ", "<", ">"));
      case GenericArrayType array -> elements(array.getGenericComponentType());
      default -> "";
    };
  }

  /** The name of a field in what is written: two classes of a hierarchy may have the same name. */
  private static String nameIn(Class<?> type, Field field) {
    Class<?> owner = field.getDeclaringClass();
    return owner == type ? field.getName() : owner.getName() + "." + field.getName();
  }
}
