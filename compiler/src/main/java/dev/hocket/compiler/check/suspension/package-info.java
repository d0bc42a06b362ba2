/**
 * Finds the functions that can be suspended, and the calls at which they are. Reports functions
 * that cannot be suspended, and calls that would continue too early.
 */
package dev.hocket.compiler.check.suspension;
