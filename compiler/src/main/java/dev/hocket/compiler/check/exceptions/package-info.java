/** The checked exceptions that leave a block, and whether the code around it sees them. */
package dev.hocket.compiler.check.exceptions;
