/**
 * Simulation of handlers and pools, for what {@link dev.hocket.plan.model} has no formula for:
 * recorded arrivals, classes that share a pool, handlers whose width changes while they run,
 * machines larger than this one.
 *
 * <p>A {@link dev.hocket.plan.simulate.Workload} is what arrives, drawn from a seed or replayed; a
 * {@link dev.hocket.plan.simulate.Simulation} runs it on pools of a fixed size or on a shared pool;
 * {@link dev.hocket.plan.simulate.FlowTimes} are the outcome. All times are in seconds.
 */
package dev.hocket.plan.simulate;
