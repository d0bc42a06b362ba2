package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Hashes keys so that all JVMs agree, also one that continues from a savepoint. Equal keys have
 * equal hashes. The {@code hashCode} of an enum or of an object without one differs from JVM to
 * JVM, and then the state of a key would not be found again.
 */
final class StableHash {
  private StableHash() {}

  /**
   * Hashes a key.
   *
   * @param position where the key stands, for the message
   * @throws FlowException if the hash of such a key is not known to be stable
   */
  static int of(Object key, Position position) {
    return switch (key) {
      case null -> 0;
      case String text -> text.hashCode();
      case Long number -> number.hashCode();
      case Integer number -> number.hashCode();
      case Boolean truth -> truth.hashCode();
      case Character character -> character.hashCode();
      case Short number -> number.hashCode();
      case Byte number -> number.hashCode();
      case Double number -> number.hashCode();
      case Float number -> number.hashCode();
      case BigInteger number -> number.hashCode();
      case BigDecimal number -> number.hashCode();
      case UUID id -> id.hashCode();
      case Enum<?> constant -> constant.name().hashCode();
      case List<?> list -> {
        int hash = 1;
        for (Object element : list) {
          hash = 31 * hash + of(element, position);
        }
        yield hash;
      }
      case Set<?> set -> {
        int hash = 0;
        for (Object element : set) {
          hash += of(element, position);
        }
        yield hash;
      }
      case Map<?, ?> map -> {
        int hash = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          hash += of(entry.getKey(), position) ^ of(entry.getValue(), position);
        }
        yield hash;
      }
      default -> other(key, position);
    };
  }

  private static int other(Object key, Position position) {
    Class<?> type = key.getClass();
    String name = type.getName();
    if (name.equals("clojure.lang.Keyword") || name.equals("clojure.lang.Symbol")) {
      return key.toString().hashCode();
    }
    if (type.getPackageName().equals("java.time")) {
      return key.toString().hashCode();
    }
    if (type.isRecord() && COMPARED_BY_COMPONENTS.get(type)) {
      int hash = name.hashCode();
      for (Field field : Form.fields(type)) {
        try {
          hash = 31 * hash + of(field.get(key), position);
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
      return hash;
    }
    throw new FlowException(
        position,
        "a key is a "
            + name
            + ", whose hash may differ between machines, so its state might not be found again; use a"
            + " string, a number, a keyword, an enum, or a list or record of these");
  }

  /** Whether the compiler has made the method {@code equals} of a record. */
  private static final ClassValue<Boolean> COMPARED_BY_COMPONENTS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isMadeByCompiler(type);
        }
      };

  /** Looks into the class file: a method written by hand does not call the JDK's bootstrap. */
  private static boolean isMadeByCompiler(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    boolean[] found = {false};
    try (InputStream in = type.getResourceAsStream(file)) {
      if (in == null) {
        return false;
      }
      new ClassReader(in)
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  return name.equals("equals") && descriptor.equals("(Ljava/lang/Object;)Z")
                      ? bootstrapped(found)
                      : null;
                }
              },
              0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found[0];
  }

  private static MethodVisitor bootstrapped(boolean[] found) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitInvokeDynamicInsn(
          String name, String descriptor, Handle bootstrap, Object... arguments) {
        found[0] |= bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods");
      }
    };
  }
}
