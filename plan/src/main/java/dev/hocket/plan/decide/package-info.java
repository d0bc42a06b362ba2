/**
 * Decides how many threads each class of handlers gets, and which classes share a pool: {@link
 * dev.hocket.plan.decide.Search} tries all sizes within the cores by formulas and proposes those
 * that are good for a {@link dev.hocket.plan.decide.Goal}; a {@link dev.hocket.plan.decide.Contest}
 * replays the recorded events on these and their neighbours, and ranks them.
 */
package dev.hocket.plan.decide;
