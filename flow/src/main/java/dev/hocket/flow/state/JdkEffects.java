package dev.hocket.flow.state;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/** The effects of methods of the JDK, as far as {@code jdk-methods.txt} knows them. */
public final class JdkEffects {
  private static final Set<JdkMethods.Kind> READING =
      EnumSet.of(
          JdkMethods.Kind.READS, JdkMethods.Kind.IS, JdkMethods.Kind.OF, JdkMethods.Kind.COPIES);

  private static final Set<JdkMethods.Kind> MAKING =
      EnumSet.of(JdkMethods.Kind.READS, JdkMethods.Kind.ADDS);

  private JdkEffects() {}

  /**
   * Returns whether methods of objects are known to change, keep and run nothing.
   *
   * @param type a class of the JDK
   * @param count the number of their arguments
   */
  public static boolean onlyRead(Class<?> type, String name, int count) {
    List<Method> methods =
        Arrays.stream(type.getMethods())
            .filter(method -> method.getName().equals(name))
            .filter(method -> method.getParameterCount() == count)
            .toList();
    return !methods.isEmpty() && methods.stream().allMatch(JdkEffects::onlyReads);
  }

  /**
   * Returns whether a constructor of the JDK is known to make an object that does not change when
   * it is only read, as a map in the order of use does, of no more than the elements of what it
   * gets.
   */
  public static boolean makesSteady(Constructor<?> constructor) {
    JdkMethods.Rule rule =
        JdkMethods.find(
            Type.getInternalName(constructor.getDeclaringClass()),
            "<init>",
            Type.getConstructorDescriptor(constructor));
    return rule != null
        && rule.effects().stream().map(JdkMethods.Effect::kind).allMatch(MAKING::contains);
  }

  private static boolean onlyReads(Method method) {
    JdkMethods.Rule rule =
        JdkMethods.find(
            Type.getInternalName(method.getDeclaringClass()),
            method.getName(),
            Type.getMethodDescriptor(method));
    return rule != null
        && !Modifier.isStatic(method.getModifiers())
        && rule.effects().stream().map(JdkMethods.Effect::kind).allMatch(READING::contains);
  }
}
