package dev.hocket.core.recording;

/**
 * The block that a record describes.
 *
 * @param target the name of the block's target
 * @param label the block's position in the source
 * @param tag the name of the block's tag, or null
 */
public record Subject(String target, String label, String tag) {}
