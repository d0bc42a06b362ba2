package dev.hocket.events.model;

import java.util.Optional;
import java.util.Set;

/**
 * A synchronisation whose offers are on their channels.
 *
 * @param waiter the process that waits for it, if any
 * @param nacks the nacks of its guards
 */
record Pending(String id, Optional<String> waiter, Tree offers, Set<String> nacks) {}
