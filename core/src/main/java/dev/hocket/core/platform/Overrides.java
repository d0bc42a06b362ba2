package dev.hocket.core.platform;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the classes that override a resumable method with one that is not resumable: classes that
 * another compiler has compiled. Their method is called unchanged.
 */
public final class Overrides {
  private static final ClassValue<Map<Base, Boolean>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<Base, Boolean> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** A resumable method, described without its coroutine parameter. */
  private record Base(Class<?> owner, String name, String descriptor) {
    Class<?>[] parameters() {
      return MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader())
          .parameterArray();
    }
  }

  private Overrides() {}

  /** Returns whether the class overrides the method of the owner with one that is not resumable. */
  public static boolean have(Class<?> type, Class<?> owner, String name, String descriptor) {
    Base base = new Base(owner, name, descriptor);
    Map<Base, Boolean> known = KNOWN.get(type);
    Boolean answer = known.get(base);
    if (answer == null) {
      answer = look(type, base);
      known.put(base, answer);
    }
    return answer;
  }

  /**
   * Returns whether there is an override without a resumable twin. The twin of the owner runs, so
   * no class below it declares a twin: every override is a plain method.
   */
  private static boolean look(Class<?> type, Base base) {
    try {
      return base.owner().isInterface() ? isNotDefault(type, base) : isOverridden(type, base);
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  private static boolean isNotDefault(Class<?> type, Base base) throws NoSuchMethodException {
    try {
      Method found = type.getMethod(base.name(), base.parameters());
      return found.getDeclaringClass() != base.owner();
    } catch (LinkageError missing) {
      for (Class<?> c = type; c != null; c = c.getSuperclass()) {
        refuseIfMentioned(c, base, missing);
      }
      return false;
    }
  }

  private static boolean isOverridden(Class<?> type, Base base) throws NoSuchMethodException {
    Class<?>[] parameters = base.parameters();
    int access = base.owner().getDeclaredMethod(base.name(), parameters).getModifiers();
    for (Class<?> c = type; c != base.owner(); c = c.getSuperclass()) {
      if (overrides(c, base, parameters, access)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Applies section 5.4.5 of the JVM's specification to one class, which may inherit the overriding
   * method.
   */
  private static boolean overrides(Class<?> c, Base base, Class<?>[] parameters, int access) {
    int own;
    try {
      own = c.getDeclaredMethod(base.name(), parameters).getModifiers();
    } catch (NoSuchMethodException none) {
      return false;
    } catch (LinkageError missing) {
      refuseIfMentioned(c, base, missing);
      return false;
    }
    return !Modifier.isStatic(own)
        && !Modifier.isPrivate(own)
        && ((access & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
            || isInSamePackage(c, base.owner()));
  }

  private static boolean isInSamePackage(Class<?> c, Class<?> owner) {
    return c.getClassLoader() == owner.getClassLoader()
        && c.getPackageName().equals(owner.getPackageName());
  }

  /**
   * A class whose methods the JVM cannot list, because one of them mentions a class that is
   * missing. Most such class files do not even contain the method's name; the others are refused.
   */
  private static void refuseIfMentioned(Class<?> c, Base base, LinkageError missing) {
    if (!mentions(c, base.name()) || !mentions(c, base.descriptor())) {
      return;
    }
    throw new LinkageError(
        "cannot tell whether "
            + c.getName()
            + " overrides "
            + base.owner().getName()
            + "."
            + base.name()
            + base.descriptor()
            + ", since a class that it mentions is missing: "
            + missing.getMessage()
            + "; put that on the class path",
        missing);
  }

  /**
   * Returns whether a text stands among the constants of a class file; true if it cannot be read.
   */
  private static boolean mentions(Class<?> c, String text) {
    String file = c.getName().substring(c.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = c.getResourceAsStream(file)) {
      // Class files encode names beyond ASCII differently, so such a name may be there although it
      // was not found.
      return in == null
          || !text.chars().allMatch(character -> character < 0x80)
          || new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException unreadable) {
      return true;
    }
  }
}
