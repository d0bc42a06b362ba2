/** Finds the checked exceptions that leave a block, and whether the surrounding code sees them. */
package dev.hocket.compiler.check.exceptions;
