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
      Flow flow =
          Flow.define(
                  "chain",
                  Functions.library(),
                  f -> {
                    Object value = 0;
                    for (int i = 0; i < CALLS; i++) {
                      value = f.call("inc", value);
                    }
                    return value;
                  })
              .sections(Sections.single());
      System.out.print(flow.run());
    }
  }

  @Test
  void tenThousandCalls_startInASmallHeap() throws Exception {
    ChildJvm child =
        ChildJvm.run(Duration.ofMinutes(5), List.of("-Xmx256m"), ChildJvm.CLASS_PATH, Chain.class);
    assertEquals(new ChildJvm(0, "" + CALLS, ""), child);
  }
}
