package dev.hocket.flow.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/** Converts values to the types of Java parameters, by the rules of Clojure's interoperation. */
public final class Conversions {
  private static final Map<Class<?>, String> NUMBERS =
      Map.of(
          byte.class, "toByte",
          short.class, "toShort",
          int.class, "toInt",
          long.class, "toLong",
          float.class, "toFloat",
          double.class, "toDouble",
          char.class, "toChar",
          boolean.class, "toBoolean");

  private Conversions() {}

  /** Makes a handle that converts an object to a type. */
  static MethodHandle to(Class<?> type) {
    MethodType wanted = MethodType.methodType(type, Object.class);
    String name = NUMBERS.get(type);
    if (name == null) {
      return MethodHandles.identity(Object.class).asType(wanted);
    }
    try {
      return MethodHandles.lookup().findStatic(Conversions.class, name, wanted);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  public static byte toByte(Object value) {
    return (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  public static short toShort(Object value) {
    return (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  public static int toInt(Object value) {
    return value instanceof Integer number
        ? number
        : (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  public static long toLong(Object value) {
    return value instanceof Long number
        ? number
        : whole(value, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  public static byte toByte(long value) {
    return (byte) inRange(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  public static short toShort(long value) {
    return (short) inRange(value, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  public static int toInt(long value) {
    return (int) inRange(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  private static long inRange(long value, long least, long most, String wanted) {
    if (value < least || value > most) {
      throw outOfRange(value, wanted);
    }
    return value;
  }

  private static IllegalArgumentException outOfRange(Object value, String wanted) {
    return new IllegalArgumentException("value out of range for " + wanted + ": " + value);
  }

  public static float toFloat(Object value) {
    return number(value, "float").floatValue();
  }

  public static double toDouble(Object value) {
    return number(value, "double").doubleValue();
  }

  public static char toChar(Object value) {
    if (value instanceof Character c) {
      return c;
    }
    throw new ClassCastException(described(value) + " where a char is wanted");
  }

  public static boolean toBoolean(Object value) {
    if (value instanceof Boolean b) {
      return b;
    }
    throw new ClassCastException(described(value) + " where a boolean is wanted");
  }

  private static long whole(Object value, long least, long most, String wanted) {
    Number number = number(value, wanted);
    long result = number.longValue();
    boolean fraction = number instanceof Double || number instanceof Float;
    boolean lost = fraction && (number.doubleValue() < least || number.doubleValue() > most);
    if (lost || result < least || result > most) {
      throw outOfRange(value, wanted);
    }
    return result;
  }

  private static Number number(Object value, String wanted) {
    if (value instanceof Number number) {
      return number;
    }
    throw new ClassCastException(described(value) + " where a number for " + wanted + " is wanted");
  }

  private static String described(Object value) {
    return value == null ? "null" : "a " + value.getClass().getName();
  }
}
