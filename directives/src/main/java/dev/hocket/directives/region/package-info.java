/**
 * Parts of the state of a running region that do not depend on its team or its threads: {@code
 * Outcome} is the early end of the region and its constructs, {@code Constructs} the stack of
 * constructs that a thread is in, {@code Access} what a task does with a location. {@code
 * Initializers} looks for static initialisers, in which teams may wait for ever.
 *
 * <p>Not exported. Its classes are public only for the package above. Programs on the class path,
 * where modules do not hide them, must not call them.
 */
package dev.hocket.directives.region;
