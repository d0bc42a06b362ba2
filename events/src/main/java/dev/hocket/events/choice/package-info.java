/**
 * The protocol of a synchronisation: of one operation, or of several of which exactly one commits.
 *
 * <p>In go {@code Branches}: operations, each with the steps for its value. {@code Operation} is
 * what primitive events, in the packages above, implement; its method {@code communicate} is how
 * they happen, and {@code Otherwise} says what becomes of one that finds no partner. {@code Choice}
 * commits to one of several branches: its head is the protocol. {@code Synchronizer} is the
 * entrance: {@code sync} waits and returns the value, {@code deposit} puts the branches in place
 * and returns a {@code Handle}.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.choice;
