/**
 * The numbers of a pool: its size, the threads that run and wait, the length of its queue. {@code
 * Reaper} ends threads without work.
 *
 * <p>Not exported. Its classes are public for core's other packages only; programs on the class
 * path, where modules do not hide them, must not call them.
 */
package dev.hocket.core.pool;
