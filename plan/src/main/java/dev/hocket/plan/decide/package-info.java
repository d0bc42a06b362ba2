/**
 * Decides how many threads each class of handlers gets, and which classes share a pool: {@link
 * dev.hocket.plan.decide.Search} tries all sizes within the cores and takes the best for a {@link
 * dev.hocket.plan.decide.Goal}.
 */
package dev.hocket.plan.decide;
