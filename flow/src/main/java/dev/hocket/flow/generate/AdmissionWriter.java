package dev.hocket.flow.generate;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Intake;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.Sink;
import dev.hocket.flow.generate.MethodCode.Local;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.settings.Results;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the loop that draws one value from each source and handles them as a packet. A packet that
 * never leaves this loop is a set of local variables: nothing is allocated for it, and counters are
 * written once per batch.
 */
// for (n = 0; n < most && !admission.isHalted(); n++) {
//   for each source: value = draw; if (value == END) {ended = its number, from 1; leave the loop}
//   the packet
// } store the counts; return intake.done(n, ended)
final class AdmissionWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type INTAKE = Type.getType(Intake.class);
  private static final Type SINK = Type.getType(Sink.class);
  private static final Type PACKET = Type.getType(Packet.class);
  private static final Type CODE = Type.getType(GeneratedCode.class);
  private static final Type FAILED = Type.getType(Failed.class);
  private static final Type THROWABLE = Type.getType(Throwable.class);

  private final SectionWriter section;
  private final MethodCode code;
  private final Intake intake;
  private final Routine routine;
  private final boolean whole;
  private final NodeWriter nodes;
  private final Local packet;
  private final Local done;
  private final Local ended;
  private final Local skipped;
  private Local last;
  private MethodCode.Scope scope;
  private final Label leave = new Label();
  private final Label failed = new Label();

  /**
   * The variable with the place that the last packet has reached, if it has not reached its end.
   */
  private final Local reached;

  AdmissionWriter(SectionWriter section, MethodCode code, Intake intake, Routine routine) {
    this.section = section;
    this.code = code;
    this.intake = intake;
    this.routine = routine;
    this.whole = intake.isWhole();
    this.packet = whole ? null : code.initialised(PACKET);
    this.nodes = new NodeWriter(section, code, packet, whole);
    this.done = code.initialised(Type.INT_TYPE);
    this.ended = code.initialised(Type.INT_TYPE);
    this.skipped = code.initialised(Type.INT_TYPE);
    this.reached = code.initialised(Type.INT_TYPE);
    code.push(-1);
    code.store(reached);
  }

  void write() {
    List<Call> sources = intake.sources();
    if (whole) {
      nodes.values().infer(routine.parts().getFirst().items());
    } else {
      sources.forEach(nodes.values()::declare);
      routine.parts().forEach(part -> nodes.values().declare(part.items()));
    }
    last = code.initialised(whole ? nodes.values().kind(collect().value()) : OBJECT);
    if (!section.guards()) {
      routine.parts().forEach(part -> nodes.calls().keepCounts(part.items()));
    }
    scope = code.scope();
    Label loop = new Label();
    code.label(loop);
    code.load(done);
    code.load(new Local(1, Type.INT_TYPE));
    code.out.visitJumpInsn(Opcodes.IF_ICMPGE, leave);
    section.load(code, intake, INTAKE);
    code.invoke(Opcodes.INVOKEINTERFACE, INTAKE, "isHalted", Type.BOOLEAN_TYPE);
    code.out.visitJumpInsn(Opcodes.IFNE, leave);
    if (whole) {
      packet(sources);
    } else {
      attempt(() -> draw(sources));
      leaving(sources);
      section.write(code, nodes, packet, routine);
    }
    code.out.visitIincInsn(done.index(), 1);
    if (sources.isEmpty()) {
      // Without a source there is one packet.
      code.push(1);
      code.store(ended);
      code.jump(leave);
    } else {
      code.jump(loop);
    }
    failed(sources.size());
    code.label(leave, scope);
    end();
  }

  /** Writes code that leaves the loop if it fails. */
  private void attempt(Runnable body) {
    Label begin = new Label();
    Label end = new Label();
    code.mark(begin);
    // An exception handler must cover at least one instruction.
    code.out.visitInsn(Opcodes.NOP);
    body.run();
    code.mark(end);
    code.out.visitTryCatchBlock(begin, end, failed, null);
  }

  private void draw(List<Call> sources) {
    for (int i = 0; i < sources.size(); i++) {
      Label goesOn = new Label();
      nodes.calls().draw(sources.get(i));
      code.out.visitFieldInsn(
          Opcodes.GETSTATIC, Type.getInternalName(Graph.class), "END", OBJECT.getDescriptor());
      code.out.visitJumpInsn(Opcodes.IF_ACMPNE, goesOn);
      code.push(i + 1);
      code.store(ended);
      code.load(nodes.calls().place());
      code.store(reached);
      code.jump(leave);
      code.label(goesOn);
    }
  }

  /** Writes the beginning of a packet that leaves the loop. */
  private void leaving(List<Call> sources) {
    section.load(code, intake, INTAKE);
    code.invoke(Opcodes.INVOKEINTERFACE, INTAKE, "packet", PACKET);
    code.store(packet);
    sources.forEach(nodes.values()::storeSlot);
  }

  /** Writes the code of a packet that begins and ends in this loop. */
  private void packet(List<Call> sources) {
    Instruction.Collect collect = collect();
    Sink sink = collect.sink();
    attempt(() -> {
      draw(sources);
      nodes.write(routine.parts().getFirst().items());
      if (sink.keeps() == Results.LAST) {
        nodes.values().load(collect.value(), last.kind());
        code.store(last);
      }
    });
    if (sink.keeps() == Results.ALL || sink.keeps() == null) {
      section.load(code, sink, SINK);
      nodes.values().load(collect.value(), OBJECT);
      code.invoke(Opcodes.INVOKEINTERFACE, SINK, "take", Type.VOID_TYPE, OBJECT);
    }
  }

  /**
   * Writes the handler of a source that fails, and of a call on a packet that stays in the loop.
   */
  private void failed(int sources) {
    code.handler(failed, scope);
    Local thrown = code.local(THROWABLE);
    code.store(thrown);
    code.load(nodes.calls().place());
    code.store(reached);
    section.load(code, intake, INTAKE);
    code.loadThis();
    code.load(nodes.calls().place());
    code.load(thrown);
    code.invoke(Opcodes.INVOKEVIRTUAL, CODE, "failed", FAILED, Type.INT_TYPE, THROWABLE);
    code.load(done);
    // Places are numbered in their order.
    code.load(nodes.calls().place());
    code.push(sources);
    code.invoke(
        Opcodes.INVOKEINTERFACE,
        INTAKE,
        "failed",
        Type.BOOLEAN_TYPE,
        FAILED,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.INT_TYPE);
    code.out.visitJumpInsn(Opcodes.IFEQ, leave);
    code.out.visitIincInsn(done.index(), 1);
    code.out.visitIincInsn(skipped.index(), 1);
    if (sources == 0) {
      // The one packet has been skipped.
      code.push(1);
      code.store(ended);
    }
    Sink sink = whole ? collect().sink() : null;
    if (whole && sink.keeps() == null) {
      section.load(code, sink, SINK);
      code.invoke(Opcodes.INVOKEINTERFACE, SINK, "skip", Type.VOID_TYPE);
    }
    code.jump(leave);
  }

  private Instruction.Collect collect() {
    return (Instruction.Collect) routine.parts().getFirst().then();
  }

  /** Writes the code after the loop, which stores the counts. */
  private void end() {
    nodes.calls().leaves();
    if (!nodes.calls().straight().isEmpty()) {
      code.loadThis();
      section.load(
          code,
          nodes.calls().straight().stream().mapToInt(i -> i).toArray(),
          Type.getType(int[].class));
      code.load(done);
      code.load(skipped);
      code.out.visitInsn(Opcodes.ISUB);
      code.load(reached);
      code.invoke(
          Opcodes.INVOKEVIRTUAL,
          CODE,
          "count",
          Type.VOID_TYPE,
          Type.getType(int[].class),
          Type.INT_TYPE,
          Type.INT_TYPE);
    }
    nodes
        .calls()
        .counts()
        .forEach((place, count) -> {
          code.loadThis();
          code.out.visitFieldInsn(Opcodes.GETFIELD, CODE.getInternalName(), "calls", "[J");
          code.push(place);
          code.out.visitInsn(Opcodes.DUP2);
          code.out.visitInsn(Opcodes.LALOAD);
          code.load(count);
          code.out.visitInsn(Opcodes.LADD);
          code.out.visitInsn(Opcodes.LASTORE);
        });
    if (whole) {
      section.load(code, collect().sink(), SINK);
      code.load(done);
      code.load(skipped);
      code.load(last);
      code.convert(last.kind(), OBJECT);
      code.invoke(
          Opcodes.INVOKEINTERFACE,
          SINK,
          "collected",
          Type.VOID_TYPE,
          Type.INT_TYPE,
          Type.INT_TYPE,
          OBJECT);
    }
    section.load(code, intake, INTAKE);
    code.load(done);
    code.load(ended);
    code.invoke(
        Opcodes.INVOKEINTERFACE, INTAKE, "done", Type.INT_TYPE, Type.INT_TYPE, Type.INT_TYPE);
    code.out.visitInsn(Opcodes.IRETURN);
  }
}
