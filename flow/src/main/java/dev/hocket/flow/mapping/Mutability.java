package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.JdkSettings;
import dev.hocket.flow.state.Part;
import dev.hocket.flow.state.StateAnalysis;
import dev.hocket.flow.state.Summary;
import dev.hocket.flow.state.Types;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Decides the possible effects of a graph's nodes on their mutable arguments. */
// It checks the types of parameters and the code of functions (StateAnalysis), and relies on
// @ReadOnly. Unknown code may change its arguments.
public final class Mutability {
  private static final Set<Part> ANY = Set.copyOf(EnumSet.allOf(Part.class));

  private final ClassLoader loader;

  public Mutability(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Returns whether a node may change one of its arguments.
   *
   * @param inside whether the question is about objects that the argument refers to, not about the
   *     argument itself
   */
  boolean mayChange(Node node, int argument, boolean inside) {
    return switch (node) {
      case Expression expression -> expression.effect().mayChange();
      case Call call ->
          switch (call.implementation()) {
            case Coded coded -> coded.effect().mayChange();
            case JavaMethod method -> {
              Parameter parameter = parameter(call, method, argument);
              Summary.Use<Integer> use = summary(call, method).arguments();
              Set<Integer> changed =
                  inside || parameter.isRest() ? use.changedInside() : use.changed();
              yield !isImmutable(parameter.type())
                  && !isReadOnly(parameter)
                  && (changed.contains(parameter.number())
                      || mayChangeWhenRead(parameter, use, inside)
                      || keeps(node, argument));
            }
          };
      default -> throw new AssertionError(node);
    };
  }

  /** Returns whether the JDK may change an argument that a function lets it read. */
  private boolean mayChangeWhenRead(Parameter parameter, Summary.Use<Integer> use, boolean inside) {
    Set<Integer> read = parameter.isRest() ? use.readInside() : use.read();
    boolean isRead = read.contains(parameter.number());
    return inside
        ? (isRead || use.readInside().contains(parameter.number()))
            && Reading.mayChangeInside(declared(parameter))
        : isRead && Reading.mayChange(parameter.type());
  }

  /** Returns whether code in the value of a function may change an argument when it is used. */
  boolean runsLater(Node node, int argument) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && summary(call, method)
            .arguments()
            .changedLater()
            .contains(parameter(call, method, argument).number());
  }

  /**
   * Returns whether code in the value of a function may change something that the function uses
   * without getting it, when the value is used.
   */
  boolean runsLater(Node node, String used) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && summary(call, method).statics().changedLater().contains(used);
  }

  /** Returns whether code in the value of a function may change the value when it is used. */
  boolean changesLater(Node node) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && summary(call, method).changesResultLater();
  }

  /**
   * Returns whether nothing is known of the value of a node, such as that of a helper of the
   * program or of a library: it may change when it is only read.
   */
  boolean returnsUnknown(Node node) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return mayMakeAny(node);
    }
    return method.async()
        ? Reading.mayHoldCode(promised(call, method))
        : summary(call, method).returnsOther()
            && Reading.mayHoldCode(target(call, method).getGenericReturnType());
  }

  /** Returns whether the value of plain code, or of a function in Clojure, may be any object. */
  private static boolean mayMakeAny(Node node) {
    Effect effect =
        switch (node) {
          case Expression expression -> expression.effect();
          case Call call when call.implementation() instanceof Coded coded -> coded.effect();
          default -> throw new AssertionError(node);
        };
    return effect.mayChange() && !effect.returnsImmutable();
  }

  /** Returns whether a node is plain code, or a function of which at most the effect is known. */
  boolean isPlain(Node node) {
    return !(node instanceof Call call && call.implementation() instanceof JavaMethod);
  }

  /**
   * Returns whether a node may get a value with code of the program, and let it run. Java code that
   * calls methods of the program counts as changing the value anyway.
   */
  boolean mayRun(Node node, int argument) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return true;
    }
    Parameter parameter = parameter(call, method, argument);
    Summary.Use<Integer> use = summary(call, method).arguments();
    return (use.read().contains(parameter.number())
            || use.readInside().contains(parameter.number()))
        && Reading.mayHoldCode(declared(parameter));
  }

  /** Returns whether the type of a parameter shows that its argument never changes. */
  boolean takesImmutable(Node node, int argument) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && isImmutable(parameter(call, method, argument).type());
  }

  /**
   * Returns whether the type of a parameter shows that neither its argument nor anything that the
   * argument leads to changes, or the function promises to change nothing.
   */
  boolean takesConstant(Node node, int argument) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return false;
    }
    Parameter parameter = parameter(call, method, argument);
    return neverChanges(parameter.type()) || isReadOnly(parameter);
  }

  /** Returns whether a node neither changes an argument, nor keeps it, nor returns a part of it. */
  boolean onlyReads(Node node, int argument) {
    return takesConstant(node, argument)
        || !mayChange(node, argument, false)
            && !mayChange(node, argument, true)
            && !keeps(node, argument)
            && returns(node, argument).isEmpty();
  }

  /** Returns whether the value of a node leads to nothing that changes, as its type shows. */
  boolean returnsConstant(Node node) {
    return switch (node) {
      case Expression expression -> expression.effect().returnsImmutable();
      case Call call ->
          call.implementation() instanceof JavaMethod method
              && neverChanges(
                  method.async() ? promised(call, method) : type(call, method).returnType());
      default -> false;
    };
  }

  /**
   * Returns whether a Java function has no state, or only numbers, strings and the like: it cannot
   * give one object to two packets.
   */
  boolean hasPlainState(Call call) {
    if (!(call.implementation() instanceof JavaMethod method) || method.async()) {
      return false;
    }
    try {
      Class<?> owner = method.isStatic() ? null : Class.forName(method.owner(), false, loader);
      for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
        if (!Arrays.stream(c.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .allMatch(field -> Types.neverChanges(field.getGenericType()))) {
          return false;
        }
      }
      return true;
    } catch (ClassNotFoundException e) {
      throw Invocations.unlinked(call, e);
    }
  }

  /**
   * Returns whether the type of a parameter shows that its argument may change, although several
   * threads may use it. The values of a random generator depend on the order of the calls.
   */
  boolean takesChanging(Node node, int argument) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return false;
    }
    Parameter parameter = parameter(call, method, argument);
    return Types.isThreadSafe(parameter.type())
        && !Types.isImmutable(parameter.type())
        && !isReadOnly(parameter);
  }

  /**
   * Returns whether the value of a node is one that never changes, or that several threads may use.
   */
  boolean returnsImmutable(Node node) {
    return switch (node) {
      case Expression expression -> expression.effect().returnsImmutable();
      case Call call ->
          switch (call.implementation()) {
            case Coded coded -> coded.effect().returnsImmutable();
            case JavaMethod method when method.async() -> isImmutable(promised(call, method));
            case JavaMethod method -> {
              Summary summary = summary(call, method);
              yield isImmutable(type(call, method).returnType()) && !summary.returnsUnsteady()
                  || summary.arguments().returned().isEmpty() && !summary.returnsMutable();
            }
          };
      default -> false;
    };
  }

  /**
   * Returns whether the value of a node may be, or lead to, an object that changes when it is only
   * read.
   */
  boolean returnsUnsteady(Node node) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && !method.async()
        && summary(call, method).returnsUnsteady();
  }

  /** Returns whether the value of a Java function may be an object with code of the program. */
  boolean returnsObject(Node node) {
    if (!(node instanceof Call call && call.implementation() instanceof JavaMethod method)) {
      return false;
    }
    Class<?> returned = method.async() ? promised(call, method) : type(call, method).returnType();
    return !returned.isPrimitive() && !Constants.isConstantOfJdk(returned);
  }

  /** Returns how the value of a node may be related to one of its arguments. */
  Set<Part> returns(Node node, int argument) {
    if (!(node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && !method.async())) {
      return returned(node);
    }
    Parameter parameter = parameter(call, method, argument);
    if (isImmutable(parameter.type())) {
      // The analysis of the method does not follow it.
      return mayBeTakenForSafe(parameter.type()) && returnsObject(node) ? ANY : Set.of();
    }
    Class<?> returnType = type(call, method).returnType();
    Set<Part> found =
        isImmutable(returnType) && !mayBeTakenForSafe(returnType)
            ? Set.of()
            : summary(call, method)
                .arguments()
                .returned()
                .getOrDefault(parameter.number(), Set.of());
    return parameter.isRest() && !found.isEmpty() ? ANY : found;
  }

  /**
   * Returns whether an object of the program may be of a type of the JDK that is taken for safe.
   */
  private static boolean mayBeTakenForSafe(Class<?> type) {
    return !Types.isClosed(type);
  }

  /** Returns how the value of a node may be related to a value that its code uses by itself. */
  Set<Part> returnsUsed(Node node, String name) {
    if (node instanceof Call call && call.implementation() instanceof JavaMethod method) {
      Summary summary = summary(call, method);
      // A clock may be one of the program, although its type is one that several threads may use.
      return summary.usesAnyStatics() || method.async()
          ? returned(node)
          : summary.statics().returned().getOrDefault(name, Set.of());
    }
    return returned(node);
  }

  /** Returns the relation for code of which at most the effect is known. */
  private Set<Part> returned(Node node) {
    return returnsImmutable(node) ? Set.of() : ANY;
  }

  /** Returns whether a node remembers one of its arguments, and may use it at any time. */
  boolean keeps(Node node, int argument) {
    return node instanceof Call call
        && switch (call.implementation()) {
          case Coded coded -> coded.stateful();
          case JavaMethod method ->
              summary(call, method)
                  .arguments()
                  .kept()
                  .contains(parameter(call, method, argument).number());
        };
  }

  /** Returns whether all values of a declared type never change, also those of subclasses. */
  private static boolean neverChanges(Class<?> type) {
    return Types.isImmutableThroughout(type) && !Types.hasElements(type);
  }

  private static boolean isImmutable(Class<?> type) {
    return Types.isThreadSafe(type) && !Types.hasElements(type);
  }

  /** Returns whether a node may call objects that an argument is or leads to. */
  boolean calls(Node node, int argument) {
    return isPlain(node) ? mayChange(node, argument, false) : callsKnown((Call) node, argument);
  }

  /**
   * Returns whether a node may call objects that a value leads to which its code uses by itself.
   *
   * @param changes whether it may change the value
   */
  boolean calls(Node node, String used, boolean changes) {
    return node instanceof Call call && call.implementation() instanceof JavaMethod method
        ? summary(call, method).statics().called().contains(used)
        : changes;
  }

  private boolean callsKnown(Call call, int argument) {
    JavaMethod method = (JavaMethod) call.implementation();
    // The analysis of the method does not follow objects that never change.
    return takesImmutable(call, argument)
        || summary(call, method)
            .arguments()
            .called()
            .contains(parameter(call, method, argument).number());
  }

  /** The result of analysing a method's code. */
  Summary summary(Call call, JavaMethod method) {
    try {
      return StateAnalysis.of(
          Class.forName(method.owner(), false, loader),
          method.method(),
          method.descriptor(),
          method.isStatic(),
          ReadOnly.class);
    } catch (ReflectiveOperationException e) {
      throw Invocations.unlinked(call, e);
    }
  }

  /**
   * A parameter of a Java method.
   *
   * @param type the type of one argument, even if the parameter takes all remaining ones
   * @param isRest whether it takes all remaining arguments, so that each is inside of its array
   */
  private record Parameter(
      Call call, JavaMethod method, int number, Class<?> type, boolean isRest) {}

  private Parameter parameter(Call call, JavaMethod method, int argument) {
    List<Class<?>> types = type(call, method).parameterList();
    boolean rest = method.varargs() && argument >= types.size() - 1;
    int number = rest ? types.size() - 1 : argument;
    Class<?> type = types.get(number);
    return new Parameter(call, method, number, rest ? type.getComponentType() : type, rest);
  }

  /** Returns whether a function gets a {@link ThreadLocal}, as the type of its parameter shows. */
  boolean takesVariableOfThreads(Node node, int argument) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && JdkSettings.isThreadVariable(parameter(call, method, argument).type())
        && !isReadOnly(node, argument);
  }

  /** Returns whether a function promises not to change an argument. */
  boolean isReadOnly(Node node, int argument) {
    return node instanceof Call call
        && call.implementation() instanceof JavaMethod method
        && isReadOnly(parameter(call, method, argument));
  }

  private boolean isReadOnly(Parameter parameter) {
    Method target = target(parameter.call(), parameter.method());
    return target.isAnnotationPresent(ReadOnly.class)
        || target.getParameters()[parameter.number()].isAnnotationPresent(ReadOnly.class);
  }

  private Type declared(Parameter parameter) {
    return target(parameter.call(), parameter.method())
        .getGenericParameterTypes()[parameter.number()];
  }

  private Method target(Call call, JavaMethod method) {
    try {
      return Invocations.find(Class.forName(method.owner(), false, loader), method, loader);
    } catch (ReflectiveOperationException e) {
      throw Invocations.unlinked(call, e);
    }
  }

  /** The declared type of the value of a stage that a method returns; Object if it is unknown. */
  private Class<?> promised(Call call, JavaMethod method) {
    return target(call, method).getGenericReturnType() instanceof ParameterizedType known
            && known.getActualTypeArguments().length == 1
            && known.getActualTypeArguments()[0] instanceof Class<?> value
        ? value
        : Object.class;
  }

  private MethodType type(Call call, JavaMethod method) {
    try {
      return MethodType.fromMethodDescriptorString(method.descriptor(), loader);
    } catch (TypeNotPresentException e) {
      throw new FlowException(
          call.position(), call.function() + " cannot be linked: no class " + e.typeName());
    }
  }
}
