/**
 * Queueing models of handlers and the threads that run them: pure functions from a measured {@link
 * dev.hocket.plan.model.Load} and a number of threads to waiting times, flow times and their
 * distributions (paper 2, section 2).
 *
 * <p>All times are in seconds, all rates per second. A {@link dev.hocket.plan.model.Station} is one
 * pool with its queue; {@link dev.hocket.plan.model.SpeedUp} says how much faster a handler runs on
 * several threads; {@link dev.hocket.plan.model.Threshold} says when that is worthwhile. {@link
 * dev.hocket.plan.model.AsPrinted} reproduces formula (4) of the paper as it is printed, which is
 * wrong; no decision uses it.
 *
 * <p>The models assume that arrivals are Poisson, that the queue has no limit and is served first
 * come, first served, that service times depend neither on each other nor on the load, and that the
 * system is in steady state.
 */
package dev.hocket.plan.model;
