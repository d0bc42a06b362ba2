/**
 * Simulates handlers and pools in cases without a formula in {@link dev.hocket.plan.model}:
 * recorded arrivals, classes that share a pool, handlers whose width changes while they run,
 * machines larger than this one.
 *
 * <p>A {@link dev.hocket.plan.simulate.Workload} is the input, drawn from a seed or replayed; a
 * {@link dev.hocket.plan.simulate.Simulation} runs it on pools of a fixed size or on a shared pool;
 * {@link dev.hocket.plan.simulate.FlowTimes} are the result, and {@link
 * dev.hocket.plan.simulate.Stretches} say how sure it is. All times are in seconds.
 */
package dev.hocket.plan.simulate;
