package dev.hocket.compiler.suggest.library;

import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/** Knows the methods of the JDK that run code which nothing in the program names. */
public final class Reflection {
  private static final Set<String> PACKAGES =
      Set.of("java.lang.invoke", "java.lang.reflect", "javax.script");

  private static final Set<String> TYPES =
      Set.of(
          "java.beans.EventHandler",
          "java.beans.Expression",
          "java.beans.Statement",
          "java.beans.XMLDecoder",
          "java.lang.ClassLoader",
          "java.util.ServiceLoader");

  private Reflection() {}

  /** Whether a method may run any code of the program. */
  public static boolean mayRun(ExecutableElement method) {
    String type = method.getEnclosingElement().toString();
    return TYPES.contains(type)
        || PACKAGES.contains(type.substring(0, Math.max(0, type.lastIndexOf('.'))))
        || type.startsWith("java.lang.invoke.")
        || type.equals("java.lang.Class") && initialises(method);
  }

  /** Whether a method of a class finds another class, or makes an object of its own. */
  private static boolean initialises(ExecutableElement method) {
    boolean makes =
        method.getParameters().isEmpty() && method.getReturnType() instanceof TypeVariable;
    return makes
        || method.getModifiers().contains(Modifier.STATIC)
        || method.getReturnType() instanceof ArrayType all
            && all.getComponentType() instanceof TypeVariable;
  }

  /** Whether a method makes an object of some interfaces whose methods may run any code. */
  public static boolean makesObject(ExecutableElement method) {
    TypeMirror made = method.getReturnType();
    return mayRun(method)
        && (made instanceof TypeVariable || made.toString().equals("java.lang.Object"))
        && method.getParameters().stream().anyMatch(each -> isClass(each.asType()));
  }

  private static boolean isClass(TypeMirror type) {
    return (type instanceof ArrayType all ? all.getComponentType() : type)
        .toString()
        .startsWith("java.lang.Class<");
  }
}
