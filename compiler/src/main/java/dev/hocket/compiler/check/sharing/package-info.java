/**
 * Whose variables the code of a block uses: shared ones, of which some need a box, and copies of
 * the block's own. The rules about clauses, which say so.
 */
package dev.hocket.compiler.check.sharing;
