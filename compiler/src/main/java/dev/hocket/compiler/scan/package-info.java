/** Phase 1 of 6: finds directive comments and ties them to what stands after them. */
package dev.hocket.compiler.scan;
