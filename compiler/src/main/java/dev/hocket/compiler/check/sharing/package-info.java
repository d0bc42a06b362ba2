/**
 * Finds the variables that the code of a block uses: shared ones, some of which need a box, and the
 * block's own copies. Checks the clauses that declare them.
 */
package dev.hocket.compiler.check.sharing;
