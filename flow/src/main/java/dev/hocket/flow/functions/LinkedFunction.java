package dev.hocket.flow.functions;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.state.Leaks;
import dev.hocket.flow.state.StateAnalysis;
import dev.hocket.flow.state.Types;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A method with {@link Function}, found in a class.
 *
 * @param owner the class whose objects are the state
 * @param method the method, of that class or one above it
 * @param isInherited whether another class of the library declares the method, and its objects can
 *     be the state as well
 */
record LinkedFunction(Class<?> owner, Method method, boolean isInherited) {
  /** 255 is the JVM's limit, with the method handle and the object of the state. */
  private static final int MOST_WORDS = 253;

  /** Finds the functions of some classes and of their nested classes. */
  static List<LinkedFunction> in(Collection<Class<?>> classes) {
    Set<Class<?>> all = new LinkedHashSet<>();
    classes.stream()
        .sorted(Comparator.comparing(Class::getName))
        .forEach(type -> withMembers(type, all));
    List<LinkedFunction> found = new ArrayList<>();
    for (Class<?> owner : all) {
      for (Method method : functionsOf(owner)) {
        if (isUsable(owner, method)) {
          Class<?> declaring = method.getDeclaringClass();
          boolean inherited =
              declaring != owner && all.contains(declaring) && isUsable(declaring, method);
          found.add(new LinkedFunction(owner, method, inherited));
        }
      }
    }
    return found;
  }

  private static void withMembers(Class<?> type, Set<Class<?>> all) {
    if (all.add(type)) {
      for (Class<?> member : type.getDeclaredClasses()) {
        withMembers(member, all);
      }
    }
  }

  private static boolean isUsable(Class<?> owner, Method method) {
    return Modifier.isStatic(method.getModifiers())
        || !Modifier.isAbstract(owner.getModifiers()) && !owner.isInterface();
  }

  /** Finds the methods of a class: its own, and those it inherits without overriding them. */
  private static List<Method> functionsOf(Class<?> owner) {
    List<Method> functions = new ArrayList<>();
    Set<String> signatures = new LinkedHashSet<>();
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      Method[] methods = c.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::toString));
      for (Method method : methods) {
        boolean hidden = c != owner && Modifier.isStatic(method.getModifiers());
        if (!method.isBridge() && !hidden && signatures.add(signature(method))) {
          functions.add(method);
        }
      }
    }
    for (Method method : owner.getMethods()) {
      if (method.isDefault() && signatures.add(signature(method))) {
        functions.add(method);
      }
    }
    functions.removeIf(method -> !method.isAnnotationPresent(Function.class));
    return functions;
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  LinkedFunction asOwn() {
    return new LinkedFunction(owner, method, false);
  }

  String name() {
    String given = annotation().name();
    return given.isEmpty() ? Names.kebab(method.getName()) : given;
  }

  boolean takes(int arity) {
    int parameters = method.getParameterCount();
    return method.isVarArgs() ? arity >= parameters - 1 : arity == parameters;
  }

  String arity() {
    int parameters = method.getParameterCount();
    return method.isVarArgs() ? parameters - 1 + " or more" : String.valueOf(parameters);
  }

  /** Counts the words that the arguments of a call take; a long or double takes two. */
  private int words(int arity) {
    Class<?>[] parameters = method.getParameterTypes();
    int words = 0;
    for (int i = 0; i < arity; i++) {
      boolean rest = method.isVarArgs() && i >= parameters.length - 1;
      Class<?> type = rest ? parameters[parameters.length - 1].getComponentType() : parameters[i];
      words += type == long.class || type == double.class ? 2 : 1;
    }
    return words;
  }

  /** Checks the function and describes it for a graph, for a number of arguments. */
  JavaMethod checked(int arity, Position where) {
    if (words(arity) > MOST_WORDS) {
      throw new FlowException(
          where,
          name()
              + " is called with "
              + arity
              + " arguments, more than the JVM can pass to a method; give it a collection");
    }
    checkAsync(where);
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    String descriptor =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
    List<String> leaks =
        StateAnalysis.of(owner, method.getName(), descriptor, isStatic, ReadOnly.class).leaks();
    if (!leaks.isEmpty()) {
      throw new FlowException(
          where,
          name()
              + " lets its state out, where other functions could change it: "
              + String.join("; ", leaks)
              + ". The way out: "
              + Leaks.advice(leaks));
    }
    return new JavaMethod(
        owner.getName(),
        method.getName(),
        descriptor,
        isStatic,
        method.isVarArgs(),
        annotation().source(),
        annotation().blocking(),
        !isStatic && hasChangingField(),
        method.isAnnotationPresent(Replicable.class) || owner.isAnnotationPresent(Replicable.class),
        annotation().async());
  }

  private void checkAsync(Position where) {
    if (!annotation().async()) {
      return;
    }
    String wrong = null;
    if (!CompletionStage.class.isAssignableFrom(method.getReturnType())) {
      wrong = "returns " + method.getReturnType().getName() + "; let it return a CompletionStage";
    } else if (annotation().source()) {
      wrong = "is a source, which returns one value after the other; leave out async";
    } else if (annotation().blocking()) {
      wrong = "is blocking; leave out blocking if its calls return at once, else async";
    }
    if (wrong != null) {
      throw new FlowException(where, name() + " is asynchronous, but " + wrong);
    }
  }

  /** Returns whether a field is not final, or leads to a value that may change. */
  private boolean hasChangingField() {
    for (Class<?> c = owner; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers)
            && !(Modifier.isFinal(modifiers) && Types.neverChanges(field.getGenericType()))) {
          return true;
        }
      }
    }
    return false;
  }

  private Function annotation() {
    return method.getAnnotation(Function.class);
  }

  @Override
  public String toString() {
    return owner.getName()
        + "."
        + method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }
}
