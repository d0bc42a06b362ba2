package dev.hocket.core.recording;

/**
 * The load of a target at an instant.
 *
 * @param target the target's name
 * @param queued blocks that wait for a thread
 * @param active threads that run a block or look for one
 * @param waiting threads that wait inside blocks, or -1 if the target does not know
 */
public record Load(String target, int queued, int active, int waiting) {}
