/**
 * The handling of a branch's value after its commit.
 *
 * <p>The input is the value, or a {@code Failure}, and a {@code Continuation}: the list of steps,
 * each of which calls code or names the thread or target of the next steps. {@code
 * Continuation.run} runs them on the thread that synchronises; {@code PostConsumption.start} runs
 * them on a virtual thread or a target, once there is an action to run. The output is the value of
 * the last step, or a failure with its {@code Origin}.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.steps;
