package dev.hocket.plan.measure;

/**
 * A target as a recording shows it.
 *
 * @param name the target's name
 * @param kind {@code worker}, {@code virtual} or {@code loop}
 * @param size the most blocks that run at once, as last recorded; {@link Integer#MAX_VALUE} for any
 *     number
 */
public record RecordedTarget(String name, String kind, int size) {}
