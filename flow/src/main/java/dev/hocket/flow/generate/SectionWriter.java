package dev.hocket.flow.generate;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Intake;
import dev.hocket.flow.code.Output;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Sink;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.generate.GeneratedCode.Origin;
import dev.hocket.flow.generate.Layout.Item;
import dev.hocket.flow.generate.Layout.Outlined;
import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.generate.Routine.Part;
import dev.hocket.flow.graph.Implementation.JavaMethod;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.KeyScopes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the methods of one section's class. */
public final class SectionWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ARRAY = Type.getType(Object[].class);
  private static final Type THROWABLE = Type.getType(Throwable.class);
  private static final Type PACKET = Type.getType(Packet.class);
  private static final Type CODE = Type.getType(GeneratedCode.class);
  private static final Type OUTPUT = Type.getType(Output.class);
  private static final Type SINK = Type.getType(Sink.class);
  private static final Type FAILED = Type.getType(Failed.class);

  /**
   * Settings of the code generation, apart from the algorithm.
   *
   * @param sampled whether the code shows which call it is at
   */
  public record Mode(int retries, boolean timed, boolean sampled) {
    Mode unsampled() {
      return new Mode(retries, timed, false);
    }

    Mode untimed() {
      return new Mode(retries, false, false);
    }
  }

  private final Slots slots;
  private final Layout layout;
  private final Invocations invocations;
  private final States states;
  private final KeyScopes keys;
  private final Mode mode;
  private final SectionClass made = new SectionClass();
  private final List<Origin> origins = new ArrayList<>();
  private final List<Outlined> outlined = new ArrayList<>();
  private final Map<Integer, String> steps = new LinkedHashMap<>();
  private final List<String> draws = new ArrayList<>();
  private boolean admits;
  private int methods;

  SectionWriter(
      Slots slots,
      Layout layout,
      Invocations invocations,
      States states,
      KeyScopes keys,
      Mode mode) {
    this.slots = slots;
    this.layout = layout;
    this.invocations = invocations;
    this.states = states;
    this.keys = keys;
    this.mode = mode;
  }

  // --- what the writers of methods ask for

  Slots slots() {
    return slots;
  }

  Layout layout() {
    return layout;
  }

  int retries() {
    return mode.retries();
  }

  boolean times() {
    return mode.timed();
  }

  boolean samples() {
    return mode.sampled();
  }

  /** Returns whether each call has an exception handler of its own. */
  boolean guards() {
    return mode.retries() > 0 || mode.timed();
  }

  /** Assigns a number to a place in the code that may fail. */
  int place(Node node, String id) {
    origins.add(new Origin(node, id));
    return origins.size() - 1;
  }

  /** The method of a call. */
  Invocations.Target target(Call call, JavaMethod method) {
    return invocations.target(call, method);
  }

  /** The objects that calls use. */
  States states() {
    return states;
  }

  /** The keys for which calls have state. */
  KeyScopes keys() {
    return keys;
  }

  /** Loads a value of the run. */
  void load(MethodCode code, Object value, Type type) {
    made.load(code, value, type);
  }

  /** Loads a constant method handle. */
  void loadHandle(MethodCode code, Invocations.Target target) {
    made.loadHandle(code, target);
  }

  /** Calls another generated method, which is written later; loads the object and the packet. */
  void outline(Outlined part, MethodCode code) {
    call(code, "part" + outlined.size());
    outlined.add(part);
  }

  private static String descriptor(Type... parameters) {
    return Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
  }

  // --- steps and sources

  /** Writes the methods of a step. */
  void step(int number, Routine routine) {
    steps.put(number, method(routine.parts(), routine.further()));
  }

  /** Writes a method for the code of a step or some of it. */
  private String method(List<Part> parts, List<List<Part>> further) {
    String name = "step" + methods++;
    MethodCode code = made.method(Opcodes.ACC_PRIVATE, name, descriptor(PACKET));
    NodeWriter nodes = new NodeWriter(this, code, new Local(1, PACKET), false);
    for (Part part : parts) {
      nodes.values().declare(part.items());
    }
    write(code, nodes, new Local(1, PACKET), new Routine(parts, further));
    code.out.visitInsn(Opcodes.RETURN);
    code.end();
    return name;
  }

  /** Writes the code of a step, and calls of the methods that have the rest of it. */
  void write(MethodCode code, NodeWriter nodes, Local packet, Routine routine) {
    write(code, nodes, packet, routine.parts());
    for (List<Part> parts : routine.further()) {
      String name = method(parts, List.of());
      code.loadThis();
      code.load(packet);
      call(code, name);
    }
  }

  private static void call(MethodCode code, String method) {
    code.out.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, SectionClass.NAME, method, descriptor(PACKET), false);
  }

  /** Writes the parts of a step one after the other; a failure skips the rest of its part. */
  private void write(MethodCode code, NodeWriter nodes, Local packet, List<Part> parts) {
    for (Part part : parts) {
      if (!part.items().isEmpty()) {
        evaluate(code, nodes, packet, part.items());
      }
      switch (part.then()) {
        case Instruction.Pass pass -> {
          load(code, pass.output(), OUTPUT);
          code.load(packet);
          code.invoke(Opcodes.INVOKEINTERFACE, OUTPUT, "send", Type.VOID_TYPE, PACKET);
        }
        case Instruction.Collect collect -> collect(code, nodes, packet, collect);
        case null -> {
          // The step ends.
        }
        default -> throw new AssertionError(part.then());
      }
    }
  }

  private void collect(
      MethodCode code, NodeWriter nodes, Local packet, Instruction.Collect collect) {
    Label dead = new Label();
    Label end = new Label();
    MethodCode.Scope scope = code.scope();
    jumpIfDead(code, packet, dead);
    load(code, collect.sink(), SINK);
    nodes.values().load(collect.value(), OBJECT);
    code.invoke(Opcodes.INVOKEINTERFACE, SINK, "collect", Type.VOID_TYPE, OBJECT);
    code.jump(end);
    code.label(dead, scope);
    load(code, collect.sink(), SINK);
    code.invoke(Opcodes.INVOKEINTERFACE, SINK, "drop", Type.VOID_TYPE);
    code.label(end, scope);
  }

  private void evaluate(MethodCode code, NodeWriter nodes, Local packet, List<Item> items) {
    Label end = new Label();
    MethodCode.Scope scope = code.scope();
    jumpIfDead(code, packet, end);
    caught(
        code,
        () -> nodes.write(items),
        thrown -> {
          code.loadThis();
          code.load(packet);
          code.load(nodes.calls().place());
          code.load(thrown);
          code.invoke(
              Opcodes.INVOKEVIRTUAL,
              CODE,
              "failed",
              Type.VOID_TYPE,
              PACKET,
              Type.INT_TYPE,
              THROWABLE);
        });
    nodes.calls().leaves();
    code.label(end, scope);
  }

  private static void jumpIfDead(MethodCode code, Local packet, Label to) {
    code.load(packet);
    code.out.visitFieldInsn(Opcodes.GETFIELD, PACKET.getInternalName(), "dead", "Z");
    code.out.visitJumpInsn(Opcodes.IFNE, to);
  }

  /** Writes code with a handler for every exception; both paths continue after it. */
  private void caught(MethodCode code, Runnable body, Consumer<Local> handler) {
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    Label done = new Label();
    MethodCode.Scope scope = code.scope();
    code.mark(begin);
    // An exception handler must cover at least one instruction.
    code.out.visitInsn(Opcodes.NOP);
    body.run();
    code.mark(end);
    code.jump(done);
    code.handler(failed, scope);
    Local thrown = code.local(THROWABLE);
    code.store(thrown);
    handler.accept(thrown);
    code.label(done, scope);
    code.out.visitTryCatchBlock(begin, end, failed, null);
  }

  /** Writes a method for the nodes that the layout has put into one of their own. */
  private void part(int number) {
    Outlined part = outlined.get(number);
    MethodCode code = made.method(Opcodes.ACC_PRIVATE, "part" + number, descriptor(PACKET));
    NodeWriter nodes = new NodeWriter(this, code, new Local(1, PACKET), false);
    nodes.values().declare(part.items());
    rethrown(code, nodes, () -> nodes.write(part.items()));
    code.out.visitInsn(Opcodes.RETURN);
    code.end();
  }

  private void rethrown(MethodCode code, NodeWriter nodes, Runnable body) {
    caught(
        code,
        body,
        thrown -> {
          code.loadThis();
          code.load(nodes.calls().place());
          code.load(thrown);
          code.invoke(Opcodes.INVOKEVIRTUAL, CODE, "failed", FAILED, Type.INT_TYPE, THROWABLE);
          code.out.visitInsn(Opcodes.ATHROW);
        });
  }

  /** Writes a call of a source. */
  void draw(Call source) {
    String name = "draw" + draws.size();
    draws.add(name);
    MethodCode code =
        made.method(Opcodes.ACC_PRIVATE, name, Type.getMethodDescriptor(OBJECT, PACKET));
    NodeWriter nodes = new NodeWriter(this, code, new Local(1, PACKET), false);
    Local value = code.initialised(OBJECT);
    rethrown(
        code,
        nodes,
        () -> {
          nodes.calls().draw(source);
          code.store(value);
        });
    nodes.calls().leaves();
    code.load(value);
    code.out.visitInsn(Opcodes.ARETURN);
    code.end();
  }

  /** Writes the loop that begins packets. */
  void admit(Intake intake, Routine routine) {
    admits = true;
    MethodCode code =
        made.method(
            Opcodes.ACC_PUBLIC, "admit", Type.getMethodDescriptor(Type.INT_TYPE, Type.INT_TYPE));
    new AdmissionWriter(this, code, intake, routine).write();
    code.end();
  }

  // --- the class around

  /** Makes an object of the class for this run; the class is generated unless it exists. */
  SectionCode finish(Failed.Handler handler) {
    for (int i = 0; i < outlined.size(); i++) {
      part(i);
    }
    dispatch("run", Type.VOID_TYPE, steps, Opcodes.RETURN);
    Map<Integer, String> numbered = new LinkedHashMap<>();
    for (int i = 0; i < draws.size(); i++) {
      numbered.put(i, draws.get(i));
    }
    dispatch("draw", OBJECT, numbered, Opcodes.ARETURN);
    if (!admits) {
      MethodCode none =
          made.method(
              Opcodes.ACC_PUBLIC, "admit", Type.getMethodDescriptor(Type.INT_TYPE, Type.INT_TYPE));
      none.push(0);
      none.out.visitInsn(Opcodes.IRETURN);
      none.end();
    }
    return made.finish().bind(handler, origins, mode.timed());
  }

  /** Writes {@code switch (number) {case 3: step3(packet); …}}. */
  private void dispatch(String name, Type result, Map<Integer, String> cases, int ret) {
    MethodCode code =
        made.method(
            Opcodes.ACC_PUBLIC, name, Type.getMethodDescriptor(result, Type.INT_TYPE, PACKET));
    int[] keys = cases.keySet().stream().mapToInt(i -> i).sorted().toArray();
    Label[] labels = new Label[keys.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = new Label();
    }
    Label none = new Label();
    MethodCode.Scope scope = code.scope();
    if (keys.length > 1) {
      code.load(new Local(1, Type.INT_TYPE));
      code.out.visitLookupSwitchInsn(none, keys, labels);
    }
    for (int i = 0; i < keys.length; i++) {
      code.label(labels[i], scope);
      code.loadThis();
      code.load(new Local(2, PACKET));
      code.out.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          SectionClass.NAME,
          cases.get(keys[i]),
          Type.getMethodDescriptor(result, PACKET),
          false);
      code.out.visitInsn(ret);
    }
    if (keys.length != 1) {
      code.label(none, scope);
      code.out.visitInsn(Opcodes.ACONST_NULL);
      code.out.visitInsn(Opcodes.ATHROW);
    }
    code.end();
  }
}
