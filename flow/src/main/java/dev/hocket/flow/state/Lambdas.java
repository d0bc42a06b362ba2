package dev.hocket.flow.state;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;

/** The methods that have the code of lambdas, of which the serial form shows them. */
// The class of a lambda has no class file. All lambdas of one class have one method.
public final class Lambdas {
  /** For the class of a lambda, its method; empty if it is not known. */
  private static final ClassValue<AtomicReference<String>> METHODS =
      new PerClass<>(type -> new AtomicReference<>());

  private Lambdas() {}

  /** Notes the method of a value, if that is a lambda. */
  public static void note(Object value) {
    Class<?> type = value.getClass();
    if (type.isHidden() && value instanceof Serializable && METHODS.get(type).get() == null) {
      METHODS.get(type).set(method(value));
    }
  }

  private static String method(Object lambda) {
    try {
      Method form = lambda.getClass().getDeclaredMethod("writeReplace");
      form.setAccessible(true);
      return form.invoke(lambda) instanceof SerializedLambda shown
          ? shown.getImplClass() + "." + shown.getImplMethodName() + shown.getImplMethodSignature()
          : "";
    } catch (ReflectiveOperationException | RuntimeException e) {
      return "";
    }
  }

  /** Returns whether the method of a class of lambdas may be this one. */
  static boolean mayBe(Class<?> type, String owner, String name, String desc) {
    String known = METHODS.get(type).get();
    return known == null || known.isEmpty() || known.equals(owner + "." + name + desc);
  }
}
