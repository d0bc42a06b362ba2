/**
 * Reports made from recordings. A recording is a JDK Flight Recorder file of a run; Hocket's events
 * are in it when the program used Hocket while it was recorded.
 *
 * <p>{@link dev.hocket.plan.LatencyReport} says how long users waited for the event loop; {@link
 * dev.hocket.plan.LatencyTable} and {@link dev.hocket.plan.LatencyPage} set several reports side by
 * side.
 */
package dev.hocket.plan;
