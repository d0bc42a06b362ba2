/**
 * Reads recordings. A recording is a JDK Flight Recorder file of a run; Hocket's events are in it
 * when the program used Hocket while it was recorded.
 *
 * <p>{@link dev.hocket.plan.measure} extracts figures from a recording, {@link
 * dev.hocket.plan.advise} uses them to choose sizes of pools, {@link dev.hocket.plan.report} shows
 * what happened.
 */
package dev.hocket.plan;
