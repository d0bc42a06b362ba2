/**
 * Services and gaps of the JVM and the JDK: optional classes, threads, the room on a stack,
 * overriding methods, throwables. Knows nothing of Hocket.
 *
 * <p>Not exported. Its classes are public for core's other packages only; programs on the class
 * path, where modules do not hide them, must not call them.
 */
package dev.hocket.core.platform;
