/**
 * Advises on sizes of pools: takes the handlers of a {@link dev.hocket.plan.measure.Measurement},
 * searches the best sizes ({@link dev.hocket.plan.decide}) and predicts the flow times of these and
 * of other sizes, with bands that come from the uncertainty of the measurements.
 */
package dev.hocket.plan.advise;
