/**
 * The settings of a deployment, plain values without behaviour: which functions share a section
 * ({@link dev.hocket.flow.settings.Sections}), how packets pass between sections ({@link
 * dev.hocket.flow.settings.Arcs}, {@link dev.hocket.flow.settings.Waiting}, {@link
 * dev.hocket.flow.settings.Order}), what the result is ({@link dev.hocket.flow.settings.Results}),
 * the policy for failures ({@link dev.hocket.flow.settings.Failures}), and the values that threads
 * inherit ({@link dev.hocket.flow.settings.Conveyance}). {@code Failures} decides itself: a new
 * policy is a record there.
 */
package dev.hocket.flow.settings;
