/**
 * The loops that a team shares: which of them have a head from which the number of iterations is
 * known before the loop runs.
 */
package dev.hocket.compiler.check.loops;
