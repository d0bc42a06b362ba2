package dev.hocket.flow.link;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.graph.Implementation.Coded;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Expression;
import dev.hocket.flow.walk.Thrown;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Links the functions of a run: makes objects for their state, and method handles to call them. */
public final class Invocations {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Bindings bindings;
  private final ClassLoader loader;

  public Invocations(Bindings bindings, ClassLoader loader) {
    this.bindings = bindings;
    this.loader = loader;
  }

  /** Makes new state for a call, and returns its function on that state. */
  public FlowFn of(Call call) {
    return switch (call.implementation()) {
      case Coded coded when coded.async() -> Stages.caught(bindings.instance(coded.code(), call));
      case Coded coded -> bindings.instance(coded.code(), call);
      case JavaMethod method ->
          new Linked(target(call, method), method.isStatic() ? null : newState(call, method))
              .onArguments();
    };
  }

  /** Returns the code of an expression. */
  public FlowFn of(Expression expression) {
    return bindings.instance(expression.code(), expression);
  }

  /**
   * Adapts a method to a number of arguments.
   *
   * @param arguments their number; varargs may take more or fewer than the method has parameters
   */
  public record Target(Method method, boolean varargs, int arguments, boolean async) {
    /**
     * Makes a handle that takes the state first, unless the method is static, and all references as
     * Objects.
     */
    public MethodHandle handle() {
      MethodHandle handle = direct();
      return handle.asType(handle.type().erase());
    }

    private MethodHandle direct() {
      try {
        MethodHandle handle = LOOKUP.unreflect(method).asFixedArity();
        MethodHandle taking = varargs ? collecting(handle) : handle;
        return async ? Stages.caught(taking) : taking;
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    /** Passes the remaining arguments to the last parameter. */
    private MethodHandle collecting(MethodHandle fixed) {
      int last = fixed.type().parameterCount() - 1;
      int before = isStatic() ? last : last - 1;
      return fixed.asCollector(fixed.type().parameterType(last), arguments - before);
    }

    boolean isStatic() {
      return Modifier.isStatic(method.getModifiers());
    }
  }

  /** A method with its state. */
  private record Linked(Target target, Object state) {
    /** Adapts code that takes all arguments as objects. */
    FlowFn onArguments() {
      MethodHandle handle = target.direct();
      if (!target.isStatic()) {
        handle = handle.bindTo(state);
      }
      for (int i = 0; i < target.arguments(); i++) {
        handle =
            MethodHandles.filterArguments(
                handle, i, Conversions.to(handle.type().parameterType(i)));
      }
      MethodType generic = MethodType.genericMethodType(target.arguments());
      return new OfHandle(handle.asType(generic).asSpreader(Object[].class, target.arguments()));
    }
  }

  /** Finds the method of a call. */
  public Target target(Call call, JavaMethod method) {
    try {
      Class<?> owner = Class.forName(method.owner(), true, loader);
      Method target = find(owner, method, loader);
      target.setAccessible(true);
      return new Target(target, method.varargs(), call.arguments().size(), method.async());
    } catch (ReflectiveOperationException e) {
      throw unlinked(call, e);
    } catch (LinkageError e) {
      throw Thrown.sneak(Thrown.at(e, "linking " + call.id() + " at " + call.position()));
    }
  }

  /** Makes an object that a method of the program can be called on. */
  Object newState(Call call, JavaMethod method) {
    try {
      return newState(Class.forName(method.owner(), true, loader), call);
    } catch (ReflectiveOperationException e) {
      throw unlinked(call, e);
    } catch (LinkageError e) {
      throw Thrown.sneak(Thrown.at(e, "linking " + call.id() + " at " + call.position()));
    }
  }

  /** Checks an object that the program has made as the state of a call. */
  Object handedOver(Call call, Object state) {
    try {
      Class<?> type =
          call.implementation() instanceof JavaMethod method
              ? Class.forName(method.owner(), true, loader)
              : FlowFn.class;
      if (!type.isInstance(state)) {
        throw new FlowException(
            call.position(),
            "the state handed over to the new function of "
                + call.id()
                + " is "
                + (state == null ? "null" : "a " + state.getClass().getName())
                + "; make a "
                + type.getName());
      }
      return call.implementation() instanceof Coded coded && coded.async()
          ? Stages.caught((FlowFn) state)
          : state;
    } catch (ReflectiveOperationException e) {
      throw unlinked(call, e);
    }
  }

  public static FlowException unlinked(Call call, ReflectiveOperationException e) {
    return new FlowException(call.position(), call.function() + " cannot be linked: " + e);
  }

  /** Finds a method, even if it is package-private or inherited. */
  public static Method find(Class<?> owner, JavaMethod method, ClassLoader loader)
      throws NoSuchMethodException {
    Class<?>[] parameters =
        MethodType.fromMethodDescriptorString(method.descriptor(), loader).parameterArray();
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      try {
        return c.getDeclaredMethod(method.method(), parameters);
      } catch (NoSuchMethodException e) {
        // Perhaps inherited.
      }
    }
    return owner.getMethod(method.method(), parameters);
  }

  private static Object newState(Class<?> owner, Call call) throws ReflectiveOperationException {
    if (Modifier.isAbstract(owner.getModifiers())) {
      throw new FlowException(
          call.position(),
          owner.getName() + " is abstract, so " + call.function() + " has no state");
    }
    Constructor<?> constructor;
    try {
      constructor = owner.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      throw new FlowException(
          call.position(),
          owner.getName()
              + ", the state of "
              + call.function()
              + ", has no constructor without parameters"
              + (owner.isMemberClass() && !Modifier.isStatic(owner.getModifiers())
                  ? "; make the class static"
                  : ""));
    }
    constructor.setAccessible(true);
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      throw Thrown.sneak(Thrown.at(e.getCause(), Thrown.making(call)));
    }
  }

  private record OfHandle(MethodHandle handle) implements FlowFn {
    @Override
    public Object call(Object[] arguments) {
      try {
        return handle.invokeExact(arguments);
      } catch (Throwable t) {
        throw Thrown.sneak(t);
      }
    }
  }
}
