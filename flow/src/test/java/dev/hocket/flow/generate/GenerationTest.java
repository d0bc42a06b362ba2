package dev.hocket.flow.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.hocket.flow.code.Failed;
import dev.hocket.flow.code.Instruction;
import dev.hocket.flow.code.Output;
import dev.hocket.flow.code.Packet;
import dev.hocket.flow.code.SectionCode;
import dev.hocket.flow.code.Slots;
import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Argument;
import dev.hocket.flow.graph.Argument.Ref;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.link.Invocations;
import dev.hocket.flow.link.States;
import dev.hocket.flow.walk.KeyScopes;
import dev.hocket.flow.walk.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the code of a section without an engine: without threads, arcs or a run. */
class GenerationTest {
  private static final Position HERE = new Position("GenerationTest.java", 1, 1);

  static final class Sum {
    private long sum;

    @Function
    long sum(long value) {
      return sum += value;
    }

    @Function
    static long twice(long value) {
      return 2 * value;
    }
  }

  private static final class Values extends Packet {
    Values(int slots) {
      super(new Object[slots]);
    }
  }

  private static Call call(String id, Argument argument) {
    String function = id.substring(0, id.indexOf('#'));
    return new Call(
        id, HERE, function, Library.of(Sum.class).resolve(function, 1, HERE), List.of(argument));
  }

  private final Slots slots = new Slots(Map.of());
  private final int in = slots.slot("in");
  private final int out = slots.slot("sum#1");
  private final List<Object> sent = new ArrayList<>();
  private final List<Failed> failures = new ArrayList<>();

  /** Generates a section that doubles a number, adds it to its state, and sends it on. */
  private SectionCode section() {
    return section(newStates());
  }

  private final Call twice = call("twice#1", new Ref("in"));
  private final Call sum = call("sum#1", new Ref("twice#1"));
  private final Invocations invocations =
      new Invocations(new Bindings(), getClass().getClassLoader());

  private States newStates() {
    return States.of(List.of(new Site(twice, ""), new Site(sum, "")), invocations);
  }

  private SectionCode section(States states) {
    SectionPlan plan = new SectionPlan("a section");
    Output output = packet -> sent.add(packet.dead ? "dead" : packet.slots[out]);
    plan.step(
        List.of(
            new Instruction.Evaluate(twice, "", null),
            new Instruction.Evaluate(sum, "", null),
            new Instruction.Pass(output)));
    return new Generation(
            HERE,
            slots,
            invocations,
            states,
            KeyScopes.none(),
            new SectionWriter.Mode(0, false, false),
            (packet, failure) -> failures.add(failure))
        .generate(List.of(plan))
        .getFirst();
  }

  private Packet packet(Object value) {
    Packet packet = new Values(slots.count());
    packet.slots[in] = value;
    return packet;
  }

  @Test
  void aPacket_goesFromItsSlotsToTheOutput() {
    SectionCode code = section();
    code.run(0, packet(1L));
    code.run(0, packet(20L));
    assertEquals(List.of(2L, 42L), sent);
    assertEquals(
        List.of("twice#1 2", "sum#1 2"),
        code.statistics().stream().map(calls -> calls.id() + " " + calls.calls()).toList());
  }

  @Test
  void aFailure_isHandledAndItsPacketContinues() {
    SectionCode code = section();
    code.run(0, packet("no number"));
    assertEquals(List.of("dead"), sent);
    assertEquals(1, failures.size());
    assertEquals("twice#1", failures.getFirst().node.id());
    assertInstanceOf(ClassCastException.class, failures.getFirst().getCause());
  }

  @Test
  void theStateOfFunctions_belongsToTheRunAndNotToTheCode() {
    States states = newStates();
    section(states).run(0, packet(1L));
    section(states).run(0, packet(20L));
    section().run(0, packet(20L));
    assertEquals(List.of(2L, 42L, 40L), sent);
    assertEquals(42, ((Sum) states.object("sum#1")).sum);
    assertNull(states.object("twice#1"));
  }

  @Test
  void sectionsWithTheSameCode_shareTheirClass() {
    assertSame(section().getClass(), section().getClass());
  }

  @Test
  void classes_areKeptForThoseOfMostRecentUse() {
    Recent<Integer, String> classes = new Recent<>(2);
    for (int i : new int[] {1, 2, 1, 3}) {
      classes.computeIfAbsent(i, n -> "class " + n);
    }
    assertEquals(Set.of(1, 3), classes.keySet());
  }
}
