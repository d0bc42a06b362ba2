package dev.hocket.flow.flink;

import dev.hocket.flow.state.Constants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;

/**
 * Writes values so that {@link Decoder} can read them, also with changed classes: each object is
 * written with the names of its fields. An object that several others refer to is written once; if
 * one of them is an object that writes itself, a view for example, it is refused.
 */
final class Encoder {
  private final DataOutputView out;

  /** The numbers of the classes described so far; null until there is one. */
  private Map<Class<?>, Integer> classes;

  /**
   * The numbers of the objects written so far; null until there is one. A number is inverted while
   * the parts of an object are written that cannot be made before them.
   */
  private Map<Object, Integer> written;

  /** What may change of the objects that others write by themselves; null until there is one. */
  private Set<Object> copied;

  Encoder(DataOutputView out) {
    this.out = out;
  }

  /** Writes one value into bytes of its own. */
  static byte[] bytes(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new Encoder(new DataOutputViewStreamWrapper(bytes)).write(value);
    } catch (StackOverflowError e) {
      throw Unsaved.of("a " + value.getClass().getName() + " that is nested too deeply");
    }
    return bytes.toByteArray();
  }

  /**
   * Writes a value.
   *
   * @throws Unsaved if it cannot be written, with the way to the part that cannot
   */
  void write(Object value) throws IOException {
    if (value == null) {
      tag(Form.NULL);
      return;
    }
    Class<?> type = value.getClass();
    int leaf = Leaves.number(type);
    if (leaf >= 0) {
      tag(Form.LEAF);
      out.writeByte(leaf);
      Leaves.serializer(leaf).serialize(value, out);
      return;
    }
    Form form = Form.of(type);
    switch (form) {
      case ENUM -> {
        tag(form);
        out.writeUTF(((Enum<?>) value).getDeclaringClass().getName());
        out.writeUTF(((Enum<?>) value).name());
      }
      case PATH -> {
        tag(form);
        out.writeUTF(value.toString());
      }
      case NONE -> throw Unsaved.of("a " + type.getName() + reason(type));
      default -> {
        if (!hasSeen(value)) {
          tag(form);
          if (isMadeLast(form, type)) {
            written.compute(value, (object, number) -> ~number);
            object(form, value, type);
            written.compute(value, (object, number) -> ~number);
          } else {
            object(form, value, type);
          }
        }
      }
    }
  }

  private static String reason(Class<?> type) {
    if (type.isHidden() || type.isSynthetic()) {
      return ", a lambda expression";
    }
    return Form.maker(type) == null
        ? ", which is not Serializable and has no constructor without parameters"
        : ", which is not Serializable";
  }

  private void tag(Form form) throws IOException {
    out.writeByte(form.ordinal());
  }

  private boolean hasSeen(Object value) throws IOException {
    if (written == null) {
      written = new IdentityHashMap<>();
    }
    Integer before = written.putIfAbsent(value, written.size());
    if (before == null) {
      if (copied != null && copied.contains(value)) {
        throw copiedTwice(value);
      }
      return false;
    }
    if (before < 0) {
      throw Unsaved.of(
          "a "
              + value.getClass().getName()
              + " that leads to itself, which could not be made again");
    }
    tag(Form.SEEN);
    out.writeInt(before);
    return true;
  }

  private static boolean isMadeLast(Form form, Class<?> type) {
    return form == Form.RECORD || form == Form.CONTAINER && !Container.of(type).isMadeEmpty();
  }

  private void object(Form form, Object value, Class<?> type) throws IOException {
    switch (form) {
      case ARRAY -> array(value, type.getComponentType());
      case CONTAINER -> container(value, type);
      case RECORD -> parts(value, type, "component ");
      case OBJECT -> {
        refuseConstant(value, type);
        parts(value, type, "field ");
      }
      case JAVA -> serialised(value);
      default -> throw new AssertionError(form);
    }
  }

  private void array(Object array, Class<?> of) throws IOException {
    out.writeUTF(of.getName());
    int length = Array.getLength(array);
    out.writeInt(length);
    if (array instanceof byte[] bytes) {
      out.write(bytes);
      return;
    }
    for (int i = 0; i < length; i++) {
      part(Array.get(array, i), "element " + i);
    }
  }

  private void container(Object container, Class<?> type) throws IOException {
    String hidden = Container.hidden(container);
    if (hidden != null) {
      throw Unsaved.of(hidden);
    }
    Container kind = Container.of(type);
    out.writeByte(kind.ordinal());
    if (kind.isMadeEmpty()) {
      part(Container.order(container), "its comparator");
    }
    Object[] elements = Container.elements(container);
    out.writeInt(elements.length);
    for (Object element : elements) {
      part(element, "an element");
    }
  }

  private void parts(Object value, Class<?> type, String kind) throws IOException {
    List<Form.Part> parts = Form.parts(type);
    if (isNew(type)) {
      out.writeShort(parts.size());
      for (Form.Part part : parts) {
        out.writeUTF(part.name());
        out.writeUTF(part.elements());
      }
    }
    for (Form.Part part : parts) {
      part(get(part.field(), value), kind + described(part.field()));
    }
  }

  /**
   * Refuses an object that the program knows by the name of a constant, and may compare with it.
   */
  private static void refuseConstant(Object value, Class<?> type) throws Unsaved {
    for (Field constant : Form.constants(type)) {
      if (get(constant, null) == value) {
        throw Unsaved.of(
            "the constant "
                + described(constant)
                + ", which would come back as another object; make it a constant of an enum");
      }
    }
  }

  private static String described(Field field) {
    return field.getDeclaringClass().getName() + "." + field.getName();
  }

  private static Object get(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private void part(Object value, String step) throws IOException {
    try {
      write(value);
    } catch (Unsaved e) {
      throw e.in(step);
    }
  }

  /** Writes the number of a class; returns whether its description must follow. */
  private boolean isNew(Class<?> type) throws IOException {
    if (classes == null) {
      classes = new HashMap<>();
    }
    Integer number = classes.get(type);
    if (number != null) {
      out.writeShort(number);
      return false;
    }
    out.writeShort(-1);
    out.writeUTF(type.getName());
    classes.put(type, classes.size());
    return true;
  }

  private void serialised(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new Copying(bytes, value)) {
      objects.writeObject(value);
    } catch (NotSerializableException e) {
      throw Unsaved.of(
          "a " + value.getClass().getName() + " with a " + e.getMessage() + ", not Serializable");
    }
    out.writeInt(bytes.size());
    out.write(bytes.toByteArray());
  }

  private static Unsaved copiedTwice(Object value) {
    return Unsaved.of(
        "a "
            + value.getClass().getName()
            + " that a view or another collection leads to as well, which would come back as two;"
            + " make views where they are used");
  }

  /** Sees all objects that an object writes by itself: of each, it gets a copy of its own. */
  private final class Copying extends ObjectOutputStream {
    private final Object top;

    Copying(OutputStream out, Object top) throws IOException {
      super(out);
      this.top = top;
      enableReplaceObject(true);
      if (copied == null) {
        copied = Collections.newSetFromMap(new IdentityHashMap<>());
      }
    }

    @Override
    protected Object replaceObject(Object part) throws IOException {
      if (part != top && mayBeShared(part)) {
        if (written.containsKey(part) || !copied.add(part)) {
          throw copiedTwice(part);
        }
      }
      return part;
    }

    // Persistent collections have inner arrays and nodes in common, which do not change.
    private boolean mayBeShared(Object part) {
      Class<?> type = part.getClass();
      return !Form.isOfClojure(type)
          && (!type.isArray() || Array.getLength(part) > 0 && !Form.isOfClojure(top.getClass()))
          && !Constants.isConstant(part);
    }
  }
}
