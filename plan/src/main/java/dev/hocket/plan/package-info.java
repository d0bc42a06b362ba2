/**
 * Reads recordings. A recording is a JDK Flight Recorder file of a run; Hocket's events are in it
 * when the program used Hocket while it was recorded.
 *
 * <p>{@link dev.hocket.plan.measure} gets figures from one, {@link dev.hocket.plan.advise} decides
 * on sizes of pools by them, {@link dev.hocket.plan.report} shows what happened.
 */
package dev.hocket.plan;
