/** Phase 4 of 6: OpenMP's rules and the sharing of data, on attributed trees. */
package dev.hocket.compiler.check;
