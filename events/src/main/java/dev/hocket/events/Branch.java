package dev.hocket.events;

/** One way in which a synchronisation can end, and what becomes of the value. */
record Branch(BaseEvent<?> event, Continuation then) {}
