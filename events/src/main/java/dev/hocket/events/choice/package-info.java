/**
 * The protocol of a synchronisation: of one operation, or of several of which exactly one commits.
 *
 * <p>The input is {@code Branches}: operations, each with the steps for its value. {@code
 * Operation} is the class that primitive events, in the packages above, implement. Its method
 * {@code communicate} carries an operation out, and {@code Otherwise} is the action of one that
 * finds no partner. {@code Choice} commits to one of several branches; the comment at its head is
 * the protocol. {@code Synchronizer} is the entry point: {@code sync} waits and returns the value,
 * {@code deposit} puts the branches in place and returns a {@code Handle}.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.choice;
