/**
 * Leads from a freeze to a patch: finds the statement that blocks the event thread, and the
 * directives that move it to a worker. {@link dev.hocket.compiler.suggest.Suggester} takes recorded
 * stacks and the sources, compiles each proposal as a trial, and returns a {@link
 * dev.hocket.compiler.patch.Patch} or the reason why there is none.
 */
package dev.hocket.compiler.suggest;
