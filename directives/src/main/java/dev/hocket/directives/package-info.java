/**
 * The run-time library behind the {@code //#omp} directives. {@link dev.hocket.directives.Omp} is
 * for people.
 *
 * <p>Only code that Hocket compiled calls {@link dev.hocket.directives.TargetBlocks}, {@link
 * dev.hocket.directives.Critical}, {@link dev.hocket.directives.Shared}, {@link
 * dev.hocket.directives.Resumed} and {@link dev.hocket.directives.Resumable}.
 */
package dev.hocket.directives;
