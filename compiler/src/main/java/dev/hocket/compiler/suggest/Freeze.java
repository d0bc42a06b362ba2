package dev.hocket.compiler.suggest;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A period in which the event thread was busy with one event.
 *
 * @param duration how long
 * @param stacks the sampled stacks, each with its share of the samples; frames innermost first, as
 *     in {@code com.example.Panel.load(Panel.java:12)}
 */
public record Freeze(Duration duration, Map<List<String>, Double> stacks) {
  /** Keeps a copy of the stacks, in their order, so that the same recording has the same answer. */
  public Freeze {
    stacks = Collections.unmodifiableMap(new LinkedHashMap<>(stacks));
  }
}
