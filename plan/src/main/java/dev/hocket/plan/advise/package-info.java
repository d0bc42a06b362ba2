/**
 * Advises on sizes of pools: takes the handlers of a {@link dev.hocket.plan.measure.Measurement},
 * searches the best sizes ({@link dev.hocket.plan.decide}) and says what they and their rivals are
 * predicted to do, with bands that come from the uncertainty of what was measured.
 */
package dev.hocket.plan.advise;
