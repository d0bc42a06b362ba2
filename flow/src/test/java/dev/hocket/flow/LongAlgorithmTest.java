package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.ChildJvm;
import dev.hocket.flow.settings.Sections;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests long algorithms. */
class LongAlgorithmTest {
  private static final int CALLS = 10_000;

  /** A program with one long chain of calls. */
  static final class Chain {
    public static void main(String[] args) {
      System.out.print(chain().sections(Sections.single()).run());
    }
  }

  /** A program that runs long algorithms with several sections. */
  static final class Divided {
    public static void main(String[] args) {
      Sections oneSendsToAll = Sections.of(List.of(List.of(".*inc"))).restPerFunction();
      System.out.println(chain().run());
      System.out.println(independent().run());
      System.out.println(comb().sections(oneSendsToAll).run());
      System.out.println(comb().sections(Sections.single()).run());
      System.out.println(chainWithPlainCode().run());
    }
  }

  private static Flow chain() {
    return Flow.define(
        "chain",
        Functions.library(),
        f -> {
          Object value = 0;
          for (int i = 0; i < CALLS; i++) {
            value = f.call("inc", value);
          }
          return value;
        });
  }

  private static Flow independent() {
    return Flow.define(
        "independent",
        Functions.library(),
        f -> {
          Object value = 0;
          for (int i = 0; i < CALLS; i++) {
            value = f.call("inc", i);
          }
          return value;
        });
  }

  /** A chain, and a call beside each of its calls. */
  private static Flow comb() {
    return Flow.define(
        "comb",
        Functions.library(),
        f -> {
          Object value = 0;
          for (int i = 0; i < CALLS / 2; i++) {
            f.call("twice", value);
            value = f.call("inc", value);
          }
          return value;
        });
  }

  /** A chain in which code that may change whatever it gets follows each call. */
  private static Flow chainWithPlainCode() {
    return Flow.define(
        "chain with plain code",
        Functions.library(),
        f -> {
          Object value = 0;
          for (int i = 0; i < CALLS / 5; i++) {
            value = f.apply("same" + i, arguments -> arguments[0], f.call("inc", value));
          }
          return value;
        });
  }

  @Test
  void tenThousandCalls_startInASmallHeap() throws Exception {
    ChildJvm child =
        ChildJvm.run(Duration.ofMinutes(5), List.of("-Xmx256m"), ChildJvm.CLASS_PATH, Chain.class);
    assertEquals(new ChildJvm(0, "" + CALLS, ""), child);
  }

  @Test
  void tenThousandCallsInSeveralSections_startInOneGigabyte() throws Exception {
    ChildJvm child =
        ChildJvm.run(
            Duration.ofMinutes(5),
            List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
            ChildJvm.CLASS_PATH,
            Divided.class);
    int half = CALLS / 2;
    String values = "%d\n%d\n%d\n%d\n%d\n".formatted(CALLS, CALLS, half, half, CALLS / 5);
    assertEquals(new ChildJvm(0, values, ""), child);
  }
}
