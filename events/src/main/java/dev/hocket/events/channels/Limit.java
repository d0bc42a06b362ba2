package dev.hocket.events.channels;

import java.util.function.Function;

/**
 * The limit on the asynchronous sends that are pending at a channel.
 *
 * @param sends the most pending sends
 * @param letsWait whether a further send waits for room; otherwise it is refused
 * @param refusal makes the exception of a refused send, from the branch of a choice in words or
 *     null
 */
public record Limit(int sends, boolean letsWait, Function<String, RuntimeException> refusal) {}
