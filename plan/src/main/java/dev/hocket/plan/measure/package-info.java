/**
 * Measures from a recording the figures that {@link dev.hocket.plan.model} needs: how often the
 * events of each label arrive and whether they are a Poisson process, how long their handlers run
 * and how much that varies, how long they waited and how long they took in all.
 *
 * <p>A recording of any length is read once, in memory that does not grow with it. Everything
 * estimated comes as an {@link dev.hocket.plan.measure.Estimate}, with a 95 % interval.
 */
package dev.hocket.plan.measure;
