package dev.hocket.core.recording;

/**
 * The block that a record is about.
 *
 * @param target the name of the block's target
 * @param label its position in the source
 * @param tag the name of its tag, or null
 */
public record Subject(String target, String label, String tag) {}
