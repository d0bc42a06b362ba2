/**
 * Which functions can be suspended, and at which of their calls; reports functions that cannot be,
 * and calls that would continue too early.
 */
package dev.hocket.compiler.check.suspension;
