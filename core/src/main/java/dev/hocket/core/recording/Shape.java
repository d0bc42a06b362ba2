package dev.hocket.core.recording;

/**
 * The description of a target.
 *
 * @param target the target's name
 * @param kind worker, virtual or loop
 * @param size the most blocks that run at once
 * @param limit the most blocks that may wait for a thread
 */
public record Shape(String target, String kind, int size, int limit) {}
