package dev.hocket.events.model;

import java.util.Optional;

/**
 * A step from one state to another.
 *
 * @param actor the process that takes it, or the synchronisation that nobody waits for
 * @param observation what can be seen of it
 */
record Step(Rule rule, String actor, Optional<String> observation, State next) {}
