package dev.hocket.events.model;

import java.util.Optional;

/**
 * A step from one state to another.
 *
 * @param actor the process that takes it, or a synchronisation for which no process waits
 * @param observation the observation that it makes, if any
 */
record Step(Rule rule, String actor, Optional<String> observation, State next) {}
