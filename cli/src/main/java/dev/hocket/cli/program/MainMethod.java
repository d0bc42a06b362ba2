package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The method that starts a program, by the launch protocol of JEP 512: a non-private {@code void
 * main} with a {@code String[]} parameter, otherwise one without parameters, declared or inherited;
 * an instance method needs a non-private constructor without parameters.
 */
final class MainMethod {
  private final Class<?> type;
  private final Method method;

  private MainMethod(Class<?> type, Method method) {
    this.type = type;
    this.method = method;
  }

  /**
   * @throws UserError if the class cannot start a program
   */
  static MainMethod of(Class<?> type) {
    Method method = find(type, String[].class);
    if (method == null) {
      method = find(type);
    }
    if (method == null) {
      throw new UserError(
          "no main method in class "
              + type.getName()
              + "; it needs one of: static void main(String[]), static void main(), void"
              + " main(String[]), void main() (not private)");
    }
    MainMethod found = new MainMethod(type, method);
    if (!found.isStatic()) {
      found.constructor();
    }
    return found;
  }

  private static Method find(Class<?> type, Class<?>... parameters) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      try {
        Method method = owner.getDeclaredMethod("main", parameters);
        if (method.getReturnType() == void.class && !Modifier.isPrivate(method.getModifiers())) {
          return method;
        }
      } catch (NoSuchMethodException e) {
        // The superclass may declare the method.
      }
    }
    return null;
  }

  private boolean isStatic() {
    return Modifier.isStatic(method.getModifiers());
  }

  private Constructor<?> constructor() {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      if (!Modifier.isPrivate(constructor.getModifiers())
          && !Modifier.isAbstract(type.getModifiers())) {
        return constructor;
      }
    } catch (NoSuchMethodException e) {
      // The code below reports it: private, abstract and missing constructors have the same way
      // out.
    }
    throw new UserError(
        "cannot create "
            + type.getName()
            + " to call its instance method main: the class must not be abstract and needs a"
            + " non-private constructor without parameters");
  }

  /** Calls the method on this thread. Exceptions of the program are passed on unchanged. */
  void invoke(String[] arguments) throws Throwable {
    method.setAccessible(true);
    Object[] values = method.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments};
    try {
      method.invoke(isStatic() ? null : newInstance(), values);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object newInstance() throws ReflectiveOperationException {
    Constructor<?> constructor = constructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
