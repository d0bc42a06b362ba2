package dev.hocket.plan.measure;

/**
 * A target as a recording shows it.
 *
 * @param name its name
 * @param kind {@code worker}, {@code virtual} or {@code loop}
 * @param size how many blocks run at once at most, when last recorded; {@link Integer#MAX_VALUE}
 *     for any number
 */
public record RecordedTarget(String name, String kind, int size) {}
