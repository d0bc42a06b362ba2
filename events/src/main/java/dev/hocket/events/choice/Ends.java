package dev.hocket.events.choice;

import java.util.Collection;
import java.util.function.Supplier;

/**
 * The threads that an operation waits for: it cannot happen before all of them have ended.
 *
 * @param what the wait in words, as in {@code end of scope two}
 * @param threads the threads that have not ended; called by any thread
 */
public record Ends(String what, Supplier<? extends Collection<Thread>> threads) {}
