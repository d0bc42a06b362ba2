/**
 * From a freeze to a patch: which statement keeps the event thread, and the directives that move it
 * to a worker. {@link dev.hocket.compiler.suggest.Suggester} takes recorded stacks and sources. It
 * tries its proposals with the compiler, and gives a {@link dev.hocket.compiler.suggest.Patch} or
 * the reason why there is none.
 */
package dev.hocket.compiler.suggest;
