/** Phase 1 of 6: finds directive comments, and the code that follows each of them. */
package dev.hocket.compiler.scan;
