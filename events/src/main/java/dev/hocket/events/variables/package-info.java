/**
 * The state of variables, with their operations: {@code OnceCell} of a variable that is written
 * once, {@code Cell} of one that is filled and emptied.
 *
 * <p>Not exported. Its classes are public for the other packages of events only; programs on the
 * class path, where modules do not hide them, must not call them.
 */
package dev.hocket.events.variables;
