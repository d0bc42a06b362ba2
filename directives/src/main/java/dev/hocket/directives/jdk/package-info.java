/**
 * Resumable twins of the JDK's own waiting methods, for {@code //#omp await(…)}: {@link
 * dev.hocket.directives.jdk.JdkWaits} is the list of them.
 */
package dev.hocket.directives.jdk;
