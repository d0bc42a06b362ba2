/**
 * Finds the loops that a team shares, and checks that their heads show the number of iterations
 * before the loop runs.
 */
package dev.hocket.compiler.check.loops;
