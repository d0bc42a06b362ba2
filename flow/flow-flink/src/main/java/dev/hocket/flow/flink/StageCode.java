package dev.hocket.flow.flink;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Input;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.generate.Generation;
import dev.hocket.flow.generate.SectionPlan;
import dev.hocket.flow.generate.SectionWriter;
import dev.hocket.flow.graph.Node;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Node.Replicate;
import dev.hocket.flow.link.Balancer;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.Thrown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The generated code of a stage with the state of its functions. One thread uses it. */
final class StageCode {
  private final Program program;
  private final Stage stage;
  private final SectionCode code;

  /** Whether the stage only chooses copies: then the values that packets bring are those taken. */
  private final boolean isEmpty;

  private final int size;
  private final int[] out;

  /** The value that selects the copy in the next stage; null if no copies follow. */
  private final Input hashed;

  /** Chooses the copy in the next stage, unless a key does. */
  private final Balancer balancer;

  private long number;

  /** What stops the job, found while the code ran; null if nothing. */
  private Throwable failure;

  /** The values of one packet while the code handles it. */
  private static final class Values extends Packet {
    Values(Object[] slots) {
      super(slots);
    }
  }

  StageCode(Program program, Stage stage, States states) {
    this.program = program;
    this.stage = stage;
    this.isEmpty = stage.nodes().isEmpty();
    Slots slots = new Slots(program.environment());
    // Values that packets bring have the first slots, in their order.
    stage.in().forEach(slots::slot);
    stage.out().forEach(slots::slot);
    this.code = generate(slots, states);
    this.out = stage.out().stream().mapToInt(slots::slot).toArray();
    this.hashed = stage.next() == null ? null : slots.input(stage.hashed());
    this.balancer = stage.next() == null ? null : balancer(stage.next());
    this.size = slots.count();
  }

  private Balancer balancer(Replicate next) {
    if (next.key() != null) {
      return null;
    }
    int degree = program.stages.get(stage.number() + 1).copies();
    int retries = program.bound.settings().failures().retries();
    // This task does not hear of packets that have left a copy; a copy that is behind fills its
    // buffers, and then this task waits for it.
    Balance balance = next.balance() == Balance.LEAST_LOADED ? Balance.ROUND_ROBIN : next.balance();
    return new Balancer(balance, degree, retries);
  }

  private SectionCode generate(Slots slots, States states) {
    SectionPlan plan = new SectionPlan("stage " + stage.number());
    List<Instruction> instructions = new ArrayList<>();
    for (Node node : stage.nodes()) {
      instructions.add(new Instruction.Evaluate(node, "", null));
    }
    plan.step(instructions);
    return new Generation(
            program.bound.graph().position(),
            slots,
            program.invocations,
            states,
            program.keys,
            new SectionWriter.Mode(program.bound.settings().failures().retries(), false, false),
            this::failed)
        .generate(List.of(plan))
        .getFirst();
  }

  /** Handles a packet. */
  Carried run(Carried packet) {
    number = packet.number;
    Values values = new Values(isEmpty ? packet.values : Arrays.copyOf(packet.values, size));
    values.dead = packet.dead;
    code.run(0, values);
    int route = hashed == null ? 0 : route(values);
    if (failure != null) {
      throw Thrown.sneak(program.failed(failure));
    }
    return new Carried(number, route, values.dead, taken(values));
  }

  private Object[] taken(Values values) {
    if (values.dead) {
      return new Object[out.length];
    }
    if (isEmpty) {
      return values.slots;
    }
    Object[] taken = new Object[out.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values.slots[out[i]];
    }
    return taken;
  }

  private int route(Values values) {
    if (values.dead) {
      return 0;
    }
    Object value = hashed.get(values.slots);
    Replicate next = stage.next();
    try {
      return balancer == null ? StableHash.of(value, next.position()) : balancer.choose(value);
    } catch (Throwable thrown) {
      values.dead = true;
      failed(values, new Failed(next, thrown));
      return 0;
    }
  }

  /** Decides about a packet on which a function has failed, as the local engine does. */
  private void failed(Packet packet, Failed failed) {
    failure = program.stops(failed.node, failed.getCause(), number);
  }
}
