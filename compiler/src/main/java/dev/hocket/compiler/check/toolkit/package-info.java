/**
 * Calls of graphical toolkits from the wrong thread: a block that runs on a worker, and calls what
 * belongs to the event thread.
 */
package dev.hocket.compiler.check.toolkit;
