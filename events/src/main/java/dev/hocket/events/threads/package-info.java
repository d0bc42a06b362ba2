/**
 * The threads that the library makes: for what a program spawns, for post-consumption actions, and
 * to hand blocks over to a target from outside ({@code Relay}). Knows nothing of events.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.threads;
