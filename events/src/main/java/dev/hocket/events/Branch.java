package dev.hocket.events;

/** One branch of a synchronisation: an event, and the steps that handle its value. */
record Branch(BaseEvent<?> event, Continuation then) {}
