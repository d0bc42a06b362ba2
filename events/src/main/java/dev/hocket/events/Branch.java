package dev.hocket.events;

/** One branch of a synchronisation: an operation, and the steps that handle its value. */
record Branch(Operation operation, Continuation then) {}
