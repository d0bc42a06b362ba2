/**
 * Open-loop load with Poisson arrivals, for measuring what {@link dev.hocket.plan.model} predicts:
 * events come when they are due, however slow the handlers are, and a latency counts from the time
 * at which its event was due. So a stall of the system delays all events that were due meanwhile,
 * in the figures as for users.
 */
package dev.hocket.plan.load;
