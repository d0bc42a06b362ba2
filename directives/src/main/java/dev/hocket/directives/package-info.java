/**
 * The run-time library behind the {@code //#omp} directives: {@link
 * dev.hocket.directives.TargetBlocks} and {@link dev.hocket.directives.Shared} are for the code
 * that the compiler writes, {@link dev.hocket.directives.Omp} is for people.
 */
package dev.hocket.directives;
