package dev.hocket.flow.mapping;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.util.Map;

/** Provides the default targets of sections. */
public final class Places {
  private static final String BLOCKING = "flow-blocking";

  private Places() {}

  public static Target computing(Settings settings) {
    return settings.target() != null ? settings.target() : Targets.of(Targets.DEFAULT_WORKER);
  }

  /** The number of processors that sections which compute may use at a time. */
  public static int processors(Settings settings) {
    int all =
        settings.processors() > 0
            ? settings.processors()
            : Runtime.getRuntime().availableProcessors();
    return switch (computing(settings)) {
      case EventLoop loop -> 1;
      case Worker worker -> Math.min(worker.size(), all);
      default -> all;
    };
  }

  public static Target blocking(Settings settings) {
    return settings.blockingTarget() != null ? settings.blockingTarget() : virtual();
  }

  private static synchronized Target virtual() {
    Map<String, Target> all = Targets.all();
    Target known = all.get(BLOCKING);
    return known != null ? known : Targets.createVirtual(BLOCKING);
  }
}
