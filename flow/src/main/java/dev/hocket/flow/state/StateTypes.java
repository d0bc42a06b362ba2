package dev.hocket.flow.state;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** Decides by the types of values and fields whether they give access to mutable objects. */
final class StateTypes {
  private final Class<?> owner;

  /** Fields whose collections hold objects that their declarations rule out. */
  private final Set<String> distrusted = new HashSet<>();

  /** Types of the JDK, safe by themselves, below which the code makes objects of the program. */
  private final Set<Class<?>> doubted = new HashSet<>();

  StateTypes(Class<?> owner) {
    this.owner = owner;
  }

  static boolean isOfJdk(String type) {
    return type.startsWith("java/")
        || type.startsWith("javax/")
        || type.startsWith("jdk/")
        || type.startsWith("sun/")
        || type.startsWith("[");
  }

  /**
   * Returns whether a value of a type refers to no object that two threads could change at a time.
   */
  boolean isHarmless(Type type) {
    return switch (type.getSort()) {
      case Type.ARRAY -> false;
      case Type.OBJECT -> isHarmless(type.getClassName());
      default -> true;
    };
  }

  /** The constants of an enum of the program that change or lead to something that does. */
  List<Field> changingConstants(Type type) {
    if (type.getSort() != Type.OBJECT || isOfJdk(type.getInternalName())) {
      return List.of();
    }
    try {
      Class<?> found = Class.forName(type.getClassName(), false, owner.getClassLoader());
      return !found.isEnum() || isHarmless(found)
          ? List.of()
          : Arrays.stream(found.getDeclaredFields()).filter(Field::isEnumConstant).toList();
    } catch (ClassNotFoundException | LinkageError e) {
      return List.of();
    }
  }

  /** Returns whether values of a type change, although {@link #isHarmless(Type)}. */
  boolean isThreadSafeData(Type type) {
    try {
      return type.getSort() == Type.OBJECT
          && !Types.isImmutable(Class.forName(type.getClassName(), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /**
   * Returns a value as far as it is followed after it has become one of a type: objects that never
   * change are not, nor those of others that several threads may use.
   */
  StateValue as(Type type, StateValue value) {
    return !isHarmless(type)
        ? value
        : isShareable(type) ? value.shareable() : StateValue.clean(type);
  }

  /** Returns whether values of a type change, and several threads may use them: counters. */
  boolean isShareable(Type type) {
    try {
      return type.getSort() == Type.OBJECT
          && isShareable(Class.forName(type.getClassName(), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private boolean isShareable(java.lang.reflect.Type type) {
    return switch (type) {
      case Class<?> c -> Types.isChangingData(c);
      case ParameterizedType of ->
          Types.isChangingData((Class<?>) of.getRawType())
              || of.getRawType() != Class.class
                  && Arrays.stream(of.getActualTypeArguments()).anyMatch(this::isShareable);
      case WildcardType any -> isShareable(any.getUpperBounds()[0]);
      default -> false;
    };
  }

  /** Returns whether the object at a place never changes, or is no data of the function. */
  boolean isFixed(Place place) {
    return !place.isShareable()
        && isHarmless(place)
        && fields(place.field()).stream()
            .flatMap(field -> at(field, place.depth()))
            .noneMatch(this::isShareable);
  }

  /** Returns whether several threads may use a value of a type, without what it leads to. */
  boolean isThreadSafe(Type type) {
    try {
      return type.getSort() == Type.OBJECT
          && Types.isThreadSafe(Class.forName(type.getClassName(), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Returns {@link JdkSettings#isThreadVariable} for a class that an instruction names. */
  boolean isThreadVariable(Type type) {
    try {
      return type.getSort() == Type.OBJECT
          && JdkSettings.isThreadVariable(
              Class.forName(type.getClassName(), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Returns whether streams of objects may write and read the objects of a class. */
  boolean isSerializable(String type) {
    try {
      return Serializable.class.isAssignableFrom(
          Class.forName(type.replace('/', '.'), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return true;
    }
  }

  /** Returns whether a value of a type may be an object of the program. */
  boolean mayBeOfProgram(Type type) {
    try {
      return type.getSort() == Type.OBJECT
          && !(isOfJdk(type.getInternalName())
              && Types.isClosed(Class.forName(type.getClassName(), false, owner.getClassLoader())));
    } catch (ClassNotFoundException | LinkageError e) {
      return true;
    }
  }

  /** Returns {@link Types#isTakenForSafe} for a class that an instruction names. */
  boolean isTakenForSafe(String type) {
    try {
      return !isOfJdk(type)
          && Types.isTakenForSafe(
              Class.forName(type.replace('/', '.'), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return true;
    }
  }

  /**
   * Notes that code of the program is an object of a type: types of the JDK above it do not show
   * that several threads may use it.
   *
   * @return whether that is new
   */
  boolean doubt(String type) {
    try {
      return doubt(Class.forName(type.replace('/', '.'), false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private boolean doubt(Class<?> type) {
    if (!Types.isOfJdk(type) && isHarmless(type)) {
      return false;
    }
    boolean isNew = Types.isOfJdk(type) && isHarmless(type) && doubted.add(type);
    return Stream.concat(
            Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
        .map(this::doubt)
        .reduce(isNew, Boolean::logicalOr);
  }

  private boolean isHarmless(String name) {
    try {
      return isHarmless(Class.forName(name, false, owner.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /**
   * Returns whether the declaration of a field shows that the object at a place never changes, or
   * that several threads may use it.
   */
  boolean isHarmless(Place place) {
    if (place.isShareable()) {
      return true;
    }
    if (place.field() == null || place.depth() > 0 && distrusted.contains(place.field())) {
      return false;
    }
    List<Field> fields = fields(place.field());
    return !fields.isEmpty()
        && fields.stream().flatMap(field -> at(field, place.depth())).allMatch(this::isHarmless);
  }

  /** Lists the types that the declaration of a field shows for a place of it. */
  private Stream<java.lang.reflect.Type> at(Field field, int depth) {
    Stream<java.lang.reflect.Type> at = Stream.of(field.getGenericType());
    for (int i = 0; i < depth; i++) {
      at = at.flatMap(this::in);
    }
    return at;
  }

  /**
   * Returns whether the declaration of a field shows that a place of it has only objects that never
   * change, and that an object of a class cannot be one of them: an unchecked cast has put it
   * there.
   */
  boolean isRuledOut(Place place, String type) {
    List<java.lang.reflect.Type> declared =
        fields(place.field()).stream().flatMap(field -> at(field, place.depth())).toList();
    return !declared.isEmpty()
        && declared.stream().allMatch(one -> isHarmless(one) && !mayBe(one, type));
  }

  /** Returns whether the language lets code cast an object of a class to a declared type. */
  private boolean mayBe(java.lang.reflect.Type declared, String type) {
    try {
      Class<?> found = Class.forName(type.replace('/', '.'), false, owner.getClassLoader());
      return !(declared instanceof Class<?> c)
          || c.isAssignableFrom(found)
          || found.isAssignableFrom(c)
          || (c.isInterface() || found.isInterface())
              && !Modifier.isFinal(c.getModifiers() | found.getModifiers());
    } catch (ClassNotFoundException | LinkageError e) {
      return !type.startsWith("[");
    }
  }

  /** Returns whether objects of a class are collections of the JDK. */
  boolean isCollection(String type) {
    try {
      Class<?> found = isOfJdk(type) ? Class.forName(type.replace('/', '.')) : Object.class;
      return Collection.class.isAssignableFrom(found) || Map.class.isAssignableFrom(found);
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Notes that the declaration of a field does not show what is in it; false if that is known. */
  boolean distrust(String field) {
    return distrusted.add(field);
  }

  /** Returns whether a superclass has another field of this name: the two have one place. */
  boolean isAmbiguous(String field) {
    return fields(field).size() > 1;
  }

  private List<Field> fields(String name) {
    return fields().filter(field -> field.getName().equals(name)).toList();
  }

  /** The fields of the function's object, those of its own class first. */
  private Stream<Field> fields() {
    return Stream.<Class<?>>iterate(owner, Objects::nonNull, Class::getSuperclass)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()));
  }

  /** The fields of the function's object that lead to something mutable. */
  Set<Place> mutableFields() {
    return fields()
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .filter(field -> !field.getType().isPrimitive())
        .map(field -> Place.ofField(field.getName()))
        .filter(place -> !isHarmless(place) || !isHarmless(place.contents()))
        .collect(Collectors.toSet());
  }

  /** Lists the types of a value's contents; for an unknown type, Object. */
  private Stream<java.lang.reflect.Type> in(java.lang.reflect.Type type) {
    if (isHarmless(type)) {
      return Stream.of();
    }
    return switch (type) {
      case ParameterizedType of when Types.isOfJdk((Class<?>) of.getRawType()) ->
          Arrays.stream(of.getActualTypeArguments());
      case GenericArrayType of -> Stream.of(of.getGenericComponentType());
      case Class<?> array when array.isArray() -> Stream.of(array.getComponentType());
      case Class<?> leaf when Types.ownsItsParts(leaf) -> Stream.of();
      default -> Stream.of(Object.class);
    };
  }

  private boolean isHarmless(java.lang.reflect.Type type) {
    return switch (type) {
      case Class<?> c -> Types.isThreadSafe(c) && !Types.hasElements(c) && !doubted.contains(c);
      case ParameterizedType of when of.getRawType() == Class.class -> true;
      case ParameterizedType of ->
          Types.isThreadSafe((Class<?>) of.getRawType())
              && Arrays.stream(of.getActualTypeArguments()).allMatch(this::isHarmless);
      case WildcardType any -> isHarmless(any.getUpperBounds()[0]);
      default -> false;
    };
  }
}
