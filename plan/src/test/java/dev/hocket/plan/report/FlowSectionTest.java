package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import java.nio.file.Path;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the sections of flows, in the form of flow's events of now and of earlier. */
class FlowSectionTest {
  @Name("dev.hocket.Section")
  static class Earlier extends Event {
    String flow = "orders";
    String section = "parse";
    double rate = 10;
    float busy = .5f;
    int queued;
    boolean limits;
  }

  @Name("dev.hocket.Section")
  static final class Now extends Earlier {
    float held = .25f;
  }

  @TempDir Path folder;

  @Test
  void timeThatIsNotRecorded_isNotReported() throws Exception {
    for (Earlier event : new Earlier[] {new Earlier(), new Now()}) {
      Path file = folder.resolve(event.getClass().getSimpleName() + ".jfr");
      try (Recording jfr = new Recording()) {
        jfr.enable(event.getClass());
        jfr.start();
        event.commit();
        jfr.stop();
        jfr.dump(file);
      }
      Advice.Question question = new Advice.Question(2, Goal.MEAN, .9, Map.of());
      String page = FlowSection.of(RunReport.read("run", "run", file, question, events -> {}));
      assertTrue(page.contains("parse"), page);
      boolean isKnown = event instanceof Now;
      assertEquals(isKnown, page.contains("For 25 % of the time no packet could begin"), page);
      assertEquals(isKnown, page.contains("no packet could begin"), page);
    }
  }
}
