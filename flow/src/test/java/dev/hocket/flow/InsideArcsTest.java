package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests arcs inside a section that hold several packets: functions take turns after that many
 * packets.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class InsideArcsTest {
  private final Queue<String> log = new ConcurrentLinkedQueue<>();

  private FlowFn logging(String name) {
    return arguments -> {
      log.add(name + arguments[0]);
      return arguments[0];
    };
  }

  /** A flow of seven packets through a and b, in one section. */
  private Flow logged() {
    return logged(Functions.library());
  }

  private Flow logged(Library source) {
    return Flow.define(
            "logged",
            source,
            f ->
                f.stateful(
                    "b",
                    () -> logging("b"),
                    f.stateful("a", () -> logging("a"), f.call("numbers", 7))))
        .sections(Sections.single());
  }

  @Test
  void anArcOfOne_isACall() {
    logged().run();
    assertEquals("[a0, b0, a1, b1, a2, b2, a3, b3, a4, b4, a5, b5, a6, b6]", log.toString());
  }

  @Test
  void anArcOfThree_hasItsFunctionsTakeTurnsAfterThreePackets() {
    logged().arcs(Arcs.defaults().arc("b.0", Arcs.defaults().inside(3))).run();
    assertEquals("[a0, a1, a2, b0, b1, b2, a3, a4, a5, b3, b4, b5, a6, b6]", log.toString());
  }

  @Test
  void packetsOfASource_thatTakesHocketForALibrary_takeTurnsToo() throws ClassNotFoundException {
    Library source = Library.of(Class.forName("InNoPackage$Numbers"));
    logged(source).arcs(Arcs.defaults().inside(2)).run();
    assertEquals("[a0, a1, b0, b1, a2, a3, b2, b3, a4, a5, b4, b5, a6, b6]", log.toString());
  }

  @Test
  void aSettingOfAllArcs_holdsForEach() {
    logged().arcs(Arcs.defaults().inside(2)).run();
    assertEquals(14, log.size());
    assertEquals("[a0, a1, b0, b1, a2, a3, b2, b3, a4, a5, b4, b5, a6, b6]", log.toString());
  }

  @Test
  void packetsOfAnIncompleteBatch_continueBeforeAWaitForASource() {
    // The source gives its second value when the first packet has come to the end.
    CountDownLatch ended = new CountDownLatch(1);
    Flow flow =
        Flow.define(
                "waits",
                Functions.library(),
                f -> {
                  Definition.Value latch = f.environment("latch", CountDownLatch.class, ended);
                  return f.call("count-down", latch, f.call("twice", f.call("two", latch)));
                })
            .result(Results.ALL)
            .sections(Sections.single())
            .arcs(Arcs.defaults().inside(8));
    assertEquals(List.of(0L, 2L), flow.run());
  }

  @Test
  void anArcOfNone_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Arcs.defaults().inside(0));
  }
}
