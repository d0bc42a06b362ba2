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
    Target target = computing(settings);
    if (target instanceof EventLoop) {
      return 1;
    }
    if (settings.processors() > 0) {
      return settings.processors();
    }
    int all = Runtime.getRuntime().availableProcessors();
    return target instanceof Worker worker ? Math.min(worker.size(), all) : all;
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
