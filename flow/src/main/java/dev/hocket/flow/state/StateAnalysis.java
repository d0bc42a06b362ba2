package dev.hocket.flow.state;

import java.lang.annotation.Annotation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds out whether a function leaks references to its state: returns or throws them, stores them
 * elsewhere, or passes them to code that may keep them. It follows calls of the program's methods,
 * and looks up those of the JDK in a table ({@link SafeCalls}).
 */
// An abstract interpretation: a value is described by the fields of the state through which it may
// be reached. An object that the method makes itself may hold state as long as it does not leave
// the method.
public final class StateAnalysis {
  private static final int MOST_DEPTH = 8;

  /** Stands for the instruction that made an object, if the caller made it. */
  private static final int OF_CALLER = -1;

  private final String self;
  private final ClassFiles files;
  private final StateTypes types;
  private final Deque<String> path = new ArrayDeque<>();
  private final List<String> leaks = new ArrayList<>();

  /** The places where the method that was analysed last returns state. */
  private String lastReturn;

  private StateAnalysis(Class<?> owner, Class<? extends Annotation> readOnly) {
    this.self = Type.getInternalName(owner);
    this.files = new ClassFiles(owner.getClassLoader(), readOnly);
    this.types = new StateTypes(owner);
  }

  /**
   * Lists the leaks, one message each; empty if there are none.
   *
   * @param readOnly the annotation that promises that a method only reads
   */
  public static List<String> leaks(
      Class<?> owner,
      String method,
      String descriptor,
      boolean isStatic,
      Class<? extends Annotation> readOnly) {
    StateAnalysis analysis = new StateAnalysis(owner, readOnly);
    if (!isStatic) {
      analysis.run(analysis.self, "<init>", "()V", List.of(StateValue.SELF));
    }
    StateValue result =
        analysis.run(
            analysis.self, method, descriptor, isStatic ? List.of() : List.of(StateValue.SELF));
    if (result.isState()) {
      analysis.leaks.add(0, analysis.returned(result));
    }
    return analysis.leaks.stream().distinct().toList();
  }

  private String returned(StateValue result) {
    return lastReturn + " returns " + result.path();
  }

  /** Analyses a method and returns the state that its result may reach. */
  private StateValue run(String type, String name, String desc, List<StateValue> arguments) {
    ClassNode in = files.declaring(type, name, desc);
    String key = type + "." + name + desc + arguments;
    if (in == null || path.contains(key) || path.size() > MOST_DEPTH) {
      return StateValue.CLEAN;
    }
    MethodNode method = ClassFiles.method(in, name, desc);
    if (method.instructions.size() == 0) {
      return StateValue.CLEAN;
    }
    path.push(key);
    try {
      MethodState state = new MethodState(locals(arguments, desc, method));
      Frame<StateValue>[] frames;
      do {
        frames = analyzer(method, state).analyze(in.name, method);
        effects(method, frames, state);
      } while (state.hasChanged());
      return leaksOf(in, method, frames, state);
    } catch (AnalyzerException e) {
      throw new IllegalStateException("class " + in.name + " cannot be analysed: " + e, e);
    } finally {
      path.pop();
    }
  }

  private Analyzer<StateValue> analyzer(MethodNode method, MethodState state) {
    return new Analyzer<>(new StateInterpreter(this, types, method.instructions, state)) {
      @Override
      protected Frame<StateValue> newFrame(int locals, int stack) {
        return new StateFrame(locals, stack);
      }

      @Override
      protected Frame<StateValue> newFrame(Frame<? extends StateValue> other) {
        return new StateFrame(other);
      }
    };
  }

  /** The arguments by number of the local variable; an argument without state is missing. */
  private static List<StateValue> locals(
      List<StateValue> arguments, String desc, MethodNode method) {
    List<StateValue> locals = new ArrayList<>();
    Type[] types = Type.getArgumentTypes(desc);
    boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
    for (int i = 0; i < arguments.size(); i++) {
      locals.add(arguments.get(i));
      int parameter = isStatic ? i : i - 1;
      if (parameter >= 0 && parameter < types.length && types[parameter].getSize() == 2) {
        locals.add(null);
      }
    }
    return locals;
  }

  /** Handles state that is put into objects that the method has made. */
  private void effects(MethodNode method, Frame<StateValue>[] frames, MethodState state) {
    for (int i = 0; i < frames.length; i++) {
      Frame<StateValue> frame = frames[i];
      AbstractInsnNode insn = method.instructions.get(i);
      if (frame == null) {
        continue;
      }
      switch (insn.getOpcode()) {
        case Opcodes.PUTFIELD -> state.hold(top(frame, 1), state.resolved(top(frame, 0)));
        case Opcodes.AASTORE -> state.hold(top(frame, 2), state.resolved(top(frame, 0)));
        case Opcodes.INVOKEDYNAMIC -> {
          StateValue lambda = StateValue.madeAt(i);
          arguments(frame, ((InvokeDynamicInsnNode) insn).desc, false)
              .forEach(value -> state.hold(lambda, state.resolved(value)));
        }
        case Opcodes.INVOKESPECIAL, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE -> {
          MethodInsnNode call = (MethodInsnNode) insn;
          hold(call, arguments(frame, call.desc, true), state);
        }
        case Opcodes.INVOKESTATIC -> {
          MethodInsnNode call = (MethodInsnNode) insn;
          hold(call, arguments(frame, call.desc, false), state);
        }
        default -> {
          // Holds nothing.
        }
      }
    }
  }

  /**
   * An object of this method that a call gets together with state may hold the state afterwards.
   */
  private void hold(MethodInsnNode call, List<StateValue> values, MethodState state) {
    boolean moves = call.name.equals("arraycopy");
    if (SafeCalls.keepsNothing(call.owner, call.name) && !moves) {
      return;
    }
    for (StateValue value : values) {
      StateValue held = state.resolved(value);
      if (held.isState() && !(moves && types.hasHarmlessContents(held.fields()))) {
        values.forEach(holder -> state.hold(holder, held));
      }
    }
  }

  private static StateValue top(Frame<StateValue> frame, int below) {
    return frame.getStack(frame.getStackSize() - 1 - below);
  }

  private static List<StateValue> arguments(
      Frame<StateValue> frame, String desc, boolean withReceiver) {
    int count = Type.getArgumentCount(desc) + (withReceiver ? 1 : 0);
    List<StateValue> values = new ArrayList<>();
    for (int i = count - 1; i >= 0; i--) {
      values.add(top(frame, i));
    }
    return values;
  }

  private StateValue leaksOf(
      ClassNode in, MethodNode method, Frame<StateValue>[] frames, MethodState state) {
    StateValue returned = StateValue.CLEAN;
    String returns = null;
    int line = 0;
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode insn = method.instructions.get(i);
      if (insn instanceof LineNumberNode number) {
        line = number.line;
      }
      if (frames[i] == null) {
        continue;
      }
      String where = in.name.replace('/', '.') + "." + method.name + ", line " + line + ",";
      StateValue value =
          insn.getOpcode() == Opcodes.ARETURN
              ? state.resolved(top(frames[i], 0))
              : StateValue.CLEAN;
      if (value.isState()) {
        returned = returned.or(new StateValue(1, value.self(), value.fields(), Set.of()));
        returns = where;
      }
      leak(insn, frames[i], state, where);
    }
    lastReturn = returns;
    return returned;
  }

  private void leak(
      AbstractInsnNode insn, Frame<StateValue> frame, MethodState state, String where) {
    switch (insn.getOpcode()) {
      case Opcodes.ATHROW -> report(where, "throws", state.resolved(top(frame, 0)));
      case Opcodes.PUTSTATIC -> {
        FieldInsnNode put = (FieldInsnNode) insn;
        StateValue value = state.resolved(top(frame, 0));
        if (value.isState()) {
          report(where, "stores in static field " + put.name, value);
        } else {
          leaks.add(where + " writes static field " + put.name + ", which all functions share");
        }
      }
      case Opcodes.PUTFIELD -> {
        if (isElsewhere(state.resolved(top(frame, 1)), top(frame, 1))) {
          String field = ((FieldInsnNode) insn).name;
          report(
              where,
              "stores in field " + field + " of another object",
              state.resolved(top(frame, 0)));
        }
      }
      case Opcodes.AASTORE -> {
        if (isElsewhere(state.resolved(top(frame, 2)), top(frame, 2))) {
          report(where, "stores in an array", state.resolved(top(frame, 0)));
        }
      }
      case Opcodes.INVOKEDYNAMIC -> lambda((InvokeDynamicInsnNode) insn, frame, state);
      case Opcodes.INVOKESPECIAL, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE ->
          call(
              (MethodInsnNode) insn,
              arguments(frame, ((MethodInsnNode) insn).desc, true),
              state,
              where,
              true);
      case Opcodes.INVOKESTATIC ->
          call(
              (MethodInsnNode) insn,
              arguments(frame, ((MethodInsnNode) insn).desc, false),
              state,
              where,
              false);
      default -> {
        // Lets nothing out.
      }
    }
  }

  /** Whether an object is neither state nor one that the method has made. */
  private static boolean isElsewhere(StateValue resolved, StateValue holder) {
    return !resolved.isState() && holder.made().isEmpty();
  }

  private void report(String where, String what, StateValue value) {
    if (value.isState()) {
      leaks.add(where + " " + what + " " + value.path());
    }
  }

  /** Analyses what a lambda does with its captured values. */
  private void lambda(InvokeDynamicInsnNode insn, Frame<StateValue> frame, MethodState state) {
    List<StateValue> captured =
        arguments(frame, insn.desc, false).stream()
            .map(state::resolved)
            .map(this::stateOnly)
            .toList();
    for (Object argument : insn.bsmArgs) {
      if (argument instanceof Handle body && captured.stream().anyMatch(StateValue::isState)) {
        if (!SafeCalls.isOfJdk(body.getOwner())) {
          run(body.getOwner(), body.getName(), body.getDesc(), captured);
        }
      }
    }
  }

  private StateValue stateOnly(StateValue value) {
    return new StateValue(value.size(), value.self(), value.fields(), Set.of());
  }

  /**
   * The arguments as the called method sees them: objects of the caller may hold state there, too.
   */
  private List<StateValue> passed(List<? extends StateValue> given, MethodState state) {
    List<StateValue> passed = new ArrayList<>();
    for (StateValue value : given) {
      Set<Integer> made = value.made().isEmpty() ? Set.of() : Set.of(OF_CALLER);
      StateValue all = state.resolved(value);
      passed.add(new StateValue(value.size(), all.self(), all.fields(), made));
    }
    return passed;
  }

  /** The method that a call comes to: on the object with the state, one of its class. */
  private MethodInsnNode dispatched(MethodInsnNode call, List<? extends StateValue> given) {
    boolean isVirtual =
        call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
    return isVirtual
            && given.getFirst().self()
            && files.isOverridable(call.owner, call.name, call.desc)
            && files.declaring(self, call.name, call.desc) != null
        ? new MethodInsnNode(call.getOpcode(), self, call.name, call.desc, call.itf)
        : call;
  }

  private void call(
      MethodInsnNode written,
      List<StateValue> given,
      MethodState state,
      String where,
      boolean hasReceiver) {
    MethodInsnNode call = dispatched(written, given);
    List<StateValue> values = given.stream().map(state::resolved).toList();
    if (values.stream().noneMatch(StateValue::isState) || isObjectInit(call)) {
      return;
    }
    if (!SafeCalls.isOfJdk(call.owner)) {
      if (files.isFollowed(call)) {
        run(call.owner, call.name, call.desc, passed(given, state));
        return;
      }
    } else if (SafeCalls.keepsNothing(call.owner, call.name)
        || hasReceiver
            && SafeCalls.isHolder(call.owner)
            && !isElsewhere(values.getFirst(), given.getFirst())) {
      // A value put into the state stays in the state; a value put into an object of the method
      // stays in this object.
      return;
    }
    for (int i = hasReceiver ? 1 : 0; i < values.size(); i++) {
      if (!files.isReadOnly(call, hasReceiver ? i - 1 : i)) {
        String to = call.owner.replace('/', '.') + "." + call.name;
        report(where, "passes to " + to + ", which may keep it,", values.get(i));
      }
    }
  }

  private static boolean isObjectInit(MethodInsnNode call) {
    return call.owner.equals("java/lang/Object") && call.name.equals("<init>");
  }

  /** What a call returns. */
  StateValue result(
      MethodInsnNode written, List<? extends StateValue> given, MethodState state, int at) {
    MethodInsnNode call = dispatched(written, given);
    Type type = Type.getReturnType(call.desc);
    if (type == Type.VOID_TYPE) {
      return null;
    }
    if (type.getSize() == 2) {
      return StateValue.WIDE;
    }
    if (types.isHarmless(type)) {
      return StateValue.CLEAN;
    }
    List<StateValue> values = new ArrayList<>();
    given.forEach(value -> values.add(state.resolved(value)));
    if (values.stream().noneMatch(StateValue::isState)) {
      return StateValue.CLEAN;
    }
    if (!SafeCalls.isOfJdk(call.owner)) {
      return run(call.owner, call.name, call.desc, passed(given, state));
    }
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    StateValue from = StateValue.CLEAN;
    for (int i = 0; i < values.size(); i++) {
      boolean mayBeResult =
          isStatic
              ? SafeCalls.returnsArgument(call.owner, call.name)
                  || SafeCalls.copies(call.owner, call.name)
              : i == 0;
      from = mayBeResult ? from.or(values.get(i)) : from;
    }
    boolean isContents =
        SafeCalls.copies(call.owner, call.name)
            || type.equals(Type.getType(Object.class))
                && !SafeCalls.returnsArgument(call.owner, call.name);
    return isContents && !from.self() && types.hasHarmlessContents(from.fields())
        ? StateValue.CLEAN
        : stateOnly(from);
  }
}
