/**
 * What happens to the value of a branch after its commit.
 *
 * <p>In go the value, or a {@code Failure}, and a {@code Continuation}: the list of steps, each of
 * which is a {@code Call} or says where the next ones run. {@code Continuation.run} takes them on
 * the thread that synchronises; {@code PostConsumption.start} takes them elsewhere, on a virtual
 * thread or a target, once there is an action to run. Out comes the value of the last step, or a
 * failure with its {@code Origin}.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.steps;
