/**
 * Which functions can be suspended and at which of their calls, in all files of a compilation; what
 * cannot, and calls that would go on too early.
 */
package dev.hocket.compiler.check.suspension;
