package dev.hocket.events.channels;

import java.util.function.Function;

/**
 * How many asynchronous sends may be pending at a channel.
 *
 * @param sends how many
 * @param letsWait whether one more waits for room; otherwise it is refused
 * @param refusal makes the exception of a refused send, from the branch of a choice in words or
 *     null
 */
public record Limit(int sends, boolean letsWait, Function<String, RuntimeException> refusal) {}
