package dev.hocket.flow;

import dev.hocket.flow.Implementation.Coded;
import dev.hocket.flow.Implementation.JavaMethod;
import dev.hocket.flow.Node.Call;
import dev.hocket.flow.Node.Expression;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Makes the functions of a run: an object of its own for each call, and how to call it. */
final class Invocations {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Bindings bindings;
  private final ClassLoader loader;

  Invocations(Bindings bindings, ClassLoader loader) {
    this.bindings = bindings;
    this.loader = loader;
  }

  /** New state, and the function on it. */
  FlowFn of(Call call) {
    return switch (call.implementation()) {
      case Coded coded -> bindings.instance(coded.code(), call);
      case JavaMethod method -> link(call, method).onArguments();
    };
  }

  /**
   * New state, and the function on it.
   *
   * @param slotOf for each argument where it is in a frame, or {@link Invocation#CONSTANT}
   * @param constants those that are in no slot
   * @return takes the slots of a frame
   */
  FlowFn onSlots(Call call, int[] slotOf, Object[] constants) {
    if (call.implementation() instanceof JavaMethod method) {
      Linked linked = link(call, method);
      FlowFn direct =
          DirectCall.of(
              linked.owner(),
              linked.target(),
              linked.state(),
              linked.onArguments(),
              slotOf,
              constants);
      return direct != null ? direct : collecting(linked.onArguments(), slotOf, constants);
    }
    return collecting(of(call), slotOf, constants);
  }

  /** {@link #onSlots(Call, int[], Object[])} of an expression. */
  FlowFn onSlots(Expression expression, int[] slotOf, Object[] constants) {
    return collecting(of(expression), slotOf, constants);
  }

  private static FlowFn collecting(FlowFn onArguments, int[] slotOf, Object[] constants) {
    return slots -> {
      Object[] arguments = new Object[slotOf.length];
      for (int i = 0; i < arguments.length; i++) {
        int slot = slotOf[i];
        arguments[i] = slot == Invocation.CONSTANT ? constants[i] : slots[slot];
      }
      return onArguments.call(arguments);
    };
  }

  /** A method with its state, and a handle to it. */
  private record Linked(Class<?> owner, Method target, Object state, FlowFn onArguments) {}

  /** The code of an expression. */
  FlowFn of(Expression expression) {
    return bindings.instance(expression.code(), expression);
  }

  private Linked link(Call call, JavaMethod method) {
    try {
      Class<?> owner = Class.forName(method.owner(), true, loader);
      MethodType type = MethodType.fromMethodDescriptorString(method.descriptor(), loader);
      Method target = find(owner, method.method(), type);
      target.setAccessible(true);
      MethodHandle handle = LOOKUP.unreflect(target);
      Object state = method.isStatic() ? null : newState(owner, call);
      if (!method.isStatic()) {
        handle = handle.bindTo(state);
      }
      int inputs = call.arguments().size();
      handle = method.varargs() ? collecting(handle, inputs) : handle.asFixedArity();
      for (int i = 0; i < inputs; i++) {
        handle =
            MethodHandles.filterArguments(
                handle, i, Conversions.to(handle.type().parameterType(i)));
      }
      MethodHandle spread =
          handle.asType(MethodType.genericMethodType(inputs)).asSpreader(Object[].class, inputs);
      return new Linked(owner, target, state, new OfHandle(spread));
    } catch (ReflectiveOperationException e) {
      throw new FlowException(call.position(), call.function() + " cannot be linked: " + e);
    }
  }

  private static MethodHandle collecting(MethodHandle handle, int inputs) {
    MethodHandle fixed = handle.asFixedArity();
    int last = fixed.type().parameterCount() - 1;
    return fixed.asCollector(fixed.type().parameterType(last), inputs - last);
  }

  /** Package-private and inherited ones, too. */
  private static Method find(Class<?> owner, String name, MethodType type)
      throws NoSuchMethodException {
    for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
      try {
        return c.getDeclaredMethod(name, type.parameterArray());
      } catch (NoSuchMethodException e) {
        // Perhaps inherited.
      }
    }
    return owner.getMethod(name, type.parameterArray());
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
      throw Thrown.sneak(
          Thrown.at(e.getCause(), "making the state of " + call.id() + " at " + call.position()));
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
