package dev.hocket.core;

import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which classes override a resumable method with one that is not resumable: classes that another
 * compiler has compiled. Their method is called as it is.
 */
final class Overrides {
  private static final ClassValue<Map<Method, Boolean>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<Method, Boolean> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private record Method(Class<?> owner, String name, String descriptor) {}

  private Overrides() {}

  static boolean have(Class<?> type, Class<?> owner, String name, String descriptor) {
    Method method = new Method(owner, name, descriptor);
    Map<Method, Boolean> known = KNOWN.get(type);
    Boolean answer = known.get(method);
    if (answer == null) {
      answer = look(type, method);
      known.put(method, answer);
    }
    return answer;
  }

  /**
   * Whether a class or interface between the two declares the method without its resumable twin.
   * The twin of the owner runs, so none between the two declares a twin: the first that declares
   * the method overrides it with a plain one.
   */
  private static boolean look(Class<?> type, Method method) {
    Class<?>[] parameters =
        MethodType.fromMethodDescriptorString(method.descriptor(), method.owner().getClassLoader())
            .parameterArray();
    for (Class<?> c = type; c != null && c != method.owner(); c = c.getSuperclass()) {
      if (declares(c, method.name(), parameters)
          || method.owner().isInterface() && inheritsOverride(c, method, parameters)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an interface of the class extends the owner, itself an interface, and overrides it. */
  private static boolean inheritsOverride(Class<?> type, Method method, Class<?>[] parameters) {
    for (Class<?> above : type.getInterfaces()) {
      if (above != method.owner()
          && method.owner().isAssignableFrom(above)
          && (declares(above, method.name(), parameters)
              || inheritsOverride(above, method, parameters))) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, String name, Class<?>[] parameters) {
    try {
      type.getDeclaredMethod(name, parameters);
      return true;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }
}
