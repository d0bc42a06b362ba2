/**
 * The event loops of AWT and Swing, JavaFX and Android. Neither core nor these classes need the
 * toolkits: they call those that the program has.
 *
 * <p>Not exported. Its classes are public for core's other packages only; programs on the class
 * path, where modules do not hide them, must not call them.
 */
package dev.hocket.core.loops;
