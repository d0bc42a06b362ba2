package dev.hocket.events.choice;

import dev.hocket.events.steps.Continuation;

/** One branch of a synchronisation: an operation, and the steps that handle its value. */
public record Branch(Operation operation, Continuation then) {}
