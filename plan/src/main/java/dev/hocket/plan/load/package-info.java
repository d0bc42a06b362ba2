/**
 * Open-loop load with Poisson arrivals, for measuring what {@link dev.hocket.plan.model} predicts:
 * events arrive when they are due, however slow the handlers are, and the latency of an event
 * counts from the time at which it was due. So a stall of the system delays all events that were
 * due meanwhile, in the figures as for users.
 */
package dev.hocket.plan.load;
