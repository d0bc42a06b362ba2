package dev.hocket.flow;

import dev.hocket.flow.MethodCode.Local;
import dev.hocket.flow.Node.Call;
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
// }
// write down what was counted; return admission.done(n, ended)
final class AdmissionWriter {
  private static final Type OBJECT = MethodCode.OBJECT;
  private static final Type ADMISSION = Type.getType(Admission.class);
  private static final Type COLLECTOR = Type.getType(Collector.class);
  private static final Type FRAME = Type.getType(Frame.class);
  private static final Type CODE = Type.getType(SectionCode.class);
  private static final Type FAILED = Type.getType(Failed.class);
  private static final Type THROWABLE = Type.getType(Throwable.class);

  private final SectionWriter section;
  private final MethodCode code;
  private final Admission admission;
  private final Routine routine;
  private final boolean whole;
  private final NodeWriter nodes;
  private final Local frame;
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

  AdmissionWriter(SectionWriter section, MethodCode code, Admission admission, Routine routine) {
    this.section = section;
    this.code = code;
    this.admission = admission;
    this.routine = routine;
    this.whole = admission.isWhole();
    this.frame = whole ? null : code.initialised(FRAME);
    this.nodes = new NodeWriter(section, code, frame, whole);
    this.done = code.initialised(Type.INT_TYPE);
    this.ended = code.initialised(Type.INT_TYPE);
    this.skipped = code.initialised(Type.INT_TYPE);
    this.reached = code.initialised(Type.INT_TYPE);
    code.push(-1);
    code.store(reached);
  }

  void write() {
    List<Call> sources = admission.sources();
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
    section.load(code, admission, ADMISSION);
    code.invoke(Opcodes.INVOKEVIRTUAL, ADMISSION, "isHalted", Type.BOOLEAN_TYPE);
    code.out.visitJumpInsn(Opcodes.IFNE, leave);
    if (whole) {
      packet(sources);
    } else {
      attempt(() -> draw(sources));
      frame(sources);
      section.write(code, nodes, frame, routine.parts());
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
          Opcodes.GETSTATIC, Type.getInternalName(Flow.class), "END", OBJECT.getDescriptor());
      code.out.visitJumpInsn(Opcodes.IF_ACMPNE, goesOn);
      code.push(i + 1);
      code.store(ended);
      code.load(nodes.calls().place());
      code.store(reached);
      code.jump(leave);
      code.label(goesOn);
    }
  }

  /** A packet that goes elsewhere, too. */
  private void frame(List<Call> sources) {
    section.load(code, admission, ADMISSION);
    code.invoke(Opcodes.INVOKEVIRTUAL, ADMISSION, "frame", FRAME);
    code.store(frame);
    sources.forEach(nodes.values()::storeSlot);
  }

  /** Writes the code of a packet that begins and ends in this loop. */
  private void packet(List<Call> sources) {
    Instruction.Collect collect = collect();
    Collector collector = collect.collector();
    attempt(() -> {
      draw(sources);
      nodes.write(routine.parts().getFirst().items());
      if (collector.keeps() == Results.LAST) {
        nodes.values().load(collect.value(), last.kind());
        code.store(last);
      }
    });
    if (collector.keeps() == Results.ALL || collector.keeps() == null) {
      section.load(code, collector, COLLECTOR);
      nodes.values().load(collect.value(), OBJECT);
      code.invoke(Opcodes.INVOKEVIRTUAL, COLLECTOR, "take", Type.VOID_TYPE, OBJECT);
    }
  }

  /** A source has failed, or a call on a packet that does not leave the loop. */
  private void failed(int sources) {
    code.handler(failed, scope);
    Local thrown = code.local(THROWABLE);
    code.store(thrown);
    code.load(nodes.calls().place());
    code.store(reached);
    section.load(code, admission, ADMISSION);
    code.loadThis();
    code.load(nodes.calls().place());
    code.load(thrown);
    code.invoke(Opcodes.INVOKEVIRTUAL, CODE, "failed", FAILED, Type.INT_TYPE, THROWABLE);
    code.load(done);
    // Places are numbered in their order.
    code.load(nodes.calls().place());
    code.push(sources);
    code.invoke(
        Opcodes.INVOKEVIRTUAL,
        ADMISSION,
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
    Collector collector = whole ? collect().collector() : null;
    if (whole && collector.keeps() == null) {
      section.load(code, collector, COLLECTOR);
      code.invoke(Opcodes.INVOKEVIRTUAL, COLLECTOR, "skip", Type.VOID_TYPE);
    }
    code.jump(leave);
  }

  private Instruction.Collect collect() {
    return (Instruction.Collect) routine.parts().getFirst().then();
  }

  /** Writes down what was counted. */
  private void end() {
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
      section.load(code, collect().collector(), COLLECTOR);
      code.load(done);
      code.load(skipped);
      code.load(last);
      code.convert(last.kind(), OBJECT);
      code.invoke(
          Opcodes.INVOKEVIRTUAL,
          COLLECTOR,
          "collected",
          Type.VOID_TYPE,
          Type.INT_TYPE,
          Type.INT_TYPE,
          OBJECT);
    }
    section.load(code, admission, ADMISSION);
    code.load(done);
    code.load(ended);
    code.invoke(
        Opcodes.INVOKEVIRTUAL, ADMISSION, "done", Type.INT_TYPE, Type.INT_TYPE, Type.INT_TYPE);
    code.out.visitInsn(Opcodes.IRETURN);
  }
}
