package dev.hocket.core.recording;

/**
 * The description of a target.
 *
 * @param target its name
 * @param kind worker, virtual or loop
 * @param size how many blocks run at once at most
 * @param limit how many blocks may wait for that at most
 */
public record Shape(String target, String kind, int size, int limit) {}
