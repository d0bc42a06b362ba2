/**
 * The end of the JVM: {@code Keeper} delays it while there is work, {@code ExitReport} prints the
 * blocks that it cuts short.
 *
 * <p>Not exported. Its classes are public for core's other packages only; programs on the class
 * path, where modules do not hide them, must not call them.
 */
package dev.hocket.core.exit;
