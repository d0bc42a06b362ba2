package dev.hocket.flow.mapping;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.Map;

/** Provides the default targets of sections. */
public final class Places {
  private static final String BLOCKING = "flow-blocking";

  private Places() {}

  public static Target computing(Settings settings) {
    return settings.target() != null ? settings.target() : Targets.of(Targets.DEFAULT_WORKER);
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
