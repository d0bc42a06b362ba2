package dev.hocket.flow.flink;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;

/**
 * Reads what {@link Encoder} has written. Fields are found by their names: one that a class no
 * longer has is dropped, and a new one keeps the value that the constructor gives it, or is 0 or
 * null in a record.
 */
final class Decoder {
  /** A place in the list of objects for one that is still being read. */
  private static final Object UNFINISHED = new Object();

  private static final Map<String, Class<?>> PRIMITIVES =
      Stream.of(
              boolean.class,
              byte.class,
              char.class,
              short.class,
              int.class,
              long.class,
              float.class,
              double.class)
          .collect(Collectors.toMap(Class::getName, type -> type));

  private final DataInputView in;
  private final ClassLoader loader;
  private final List<Object> seen = new ArrayList<>();
  private final List<Described> classes = new ArrayList<>();

  /**
   * A class as it was written.
   *
   * @param names the names of its fields
   * @param fields the fields with these names; null for one that is gone
   */
  private record Described(Class<?> type, String[] names, Field[] fields) {}

  Decoder(DataInputView in, ClassLoader loader) {
    this.in = in;
    this.loader = loader;
  }

  static Object read(byte[] bytes, ClassLoader loader) throws IOException {
    return new Decoder(new DataInputDeserializer(bytes), loader).read();
  }

  Object read() throws IOException {
    Form form = Form.tagged(in.readByte());
    return switch (form) {
      case NULL -> null;
      case SEEN -> before(in.readInt());
      case LEAF -> Leaves.serializer(in.readByte()).deserialize(in);
      case ENUM -> constant(type(in.readUTF()), in.readUTF());
      case PATH -> Path.of(in.readUTF());
      case ARRAY -> array();
      case CONTAINER -> container();
      case RECORD -> record();
      case OBJECT -> object();
      case JAVA -> serialised();
      case NONE -> throw new IOException("damaged data");
    };
  }

  private Object before(int number) throws IOException {
    Object value = seen.get(number);
    if (value == UNFINISHED) {
      throw new IOException("an immutable value that refers to itself cannot be read");
    }
    return value;
  }

  private int reserve() {
    seen.add(UNFINISHED);
    return seen.size() - 1;
  }

  private Class<?> type(String name) throws IOException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IOException("there is no class " + name + " any more", e);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object constant(Class<?> type, String name) throws IOException {
    try {
      return Enum.valueOf((Class) type, name);
    } catch (IllegalArgumentException e) {
      throw new IOException("enum " + type.getName() + " has no constant " + name + " any more", e);
    }
  }

  private Object array() throws IOException {
    String name = in.readUTF();
    Class<?> primitive = PRIMITIVES.get(name);
    Object array = Array.newInstance(primitive == null ? type(name) : primitive, in.readInt());
    seen.add(array);
    if (array instanceof byte[] bytes) {
      in.readFully(bytes);
      return bytes;
    }
    for (int i = 0; i < Array.getLength(array); i++) {
      Array.set(array, i, read());
    }
    return array;
  }

  @SuppressWarnings("unchecked")
  private Object container() throws IOException {
    Container kind = Container.numbered(in.readByte());
    int place = reserve();
    Object made = null;
    if (kind.isMadeEmpty()) {
      made = kind.empty((Comparator<Object>) read());
      seen.set(place, made);
    }
    Object[] elements = new Object[in.readInt()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = read();
    }
    if (made == null) {
      made = kind.with(elements);
      seen.set(place, made);
    } else {
      Container.fill(made, elements);
    }
    return made;
  }

  private Described described() throws IOException {
    int number = in.readShort();
    if (number >= 0) {
      return classes.get(number);
    }
    Class<?> type = type(in.readUTF());
    int count = in.readShort();
    Described read = new Described(type, new String[count], new Field[count]);
    classes.add(read);
    Map<String, Form.Part> parts = new HashMap<>();
    for (Form.Part part : Form.parts(type)) {
      parts.put(part.name(), part);
    }
    for (int i = 0; i < count; i++) {
      String name = in.readUTF();
      String elements = in.readUTF();
      read.names()[i] = name;
      Form.Part part = parts.get(name);
      if (part != null) {
        if (!part.elements().equals(elements)) {
          throw new IOException(changed(part.field(), "with elements " + elements));
        }
        read.fields()[i] = part.field();
      }
    }
    return read;
  }

  private Object record() throws IOException {
    int place = reserve();
    Described written = described();
    Map<String, Object> values = new HashMap<>();
    for (String name : written.names()) {
      values.put(name, read());
    }
    Class<?> type = written.type();
    if (!type.isRecord()) {
      throw new IOException(type.getName() + " was a record, and is none any more");
    }
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      arguments[i] = values.containsKey(name) ? values.get(name) : zero(components[i].getType());
    }
    Object made = make(type, arguments);
    seen.set(place, made);
    return made;
  }

  private static Object zero(Class<?> type) {
    return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
  }

  private static Object make(Class<?> type, Object[] arguments) throws IOException {
    try {
      Class<?>[] parameters =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      throw new IOException("a " + type.getName() + " cannot be made again: " + cause(e), e);
    }
  }

  private static Object cause(Exception e) {
    return e.getCause() == null ? e : e.getCause();
  }

  private Object object() throws IOException {
    int place = reserve();
    Described written = described();
    Object made = make(written.type());
    seen.set(place, made);
    for (Field field : written.fields()) {
      Object value = read();
      if (field != null) {
        set(made, field, value);
      }
    }
    return made;
  }

  private static Object make(Class<?> type) throws IOException {
    Constructor<?> maker = Form.maker(type);
    if (maker == null) {
      throw new IOException(type.getName() + " has no constructor without parameters any more");
    }
    try {
      maker.setAccessible(true);
      return maker.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IOException("a " + type.getName() + " cannot be made again: " + cause(e), e);
    }
  }

  private static void set(Object object, Field field, Object value) throws IOException {
    try {
      field.set(object, value);
    } catch (IllegalAccessException | IllegalArgumentException | NullPointerException e) {
      throw new IOException(
          changed(field, "as " + (value == null ? "null" : "a " + value.getClass().getName())), e);
    }
  }

  private static String changed(Field field, String saved) {
    return "field "
        + field.getDeclaringClass().getName()
        + "."
        + field.getName()
        + " is now of type "
        + field.getGenericType().getTypeName()
        + ", and was saved "
        + saved
        + "; give the field a new name, or its former type";
  }

  private Object serialised() throws IOException {
    int place = reserve();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    try (ObjectInputStream objects =
        new ObjectInputStream(new ByteArrayInputStream(bytes)) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass of)
              throws IOException, ClassNotFoundException {
            try {
              return Class.forName(of.getName(), false, loader);
            } catch (ClassNotFoundException e) {
              return super.resolveClass(of);
            }
          }
        }) {
      Object read = objects.readObject();
      seen.set(place, read);
      return read;
    } catch (ClassNotFoundException e) {
      throw new IOException("there is no class " + e.getMessage() + " any more", e);
    }
  }
}
