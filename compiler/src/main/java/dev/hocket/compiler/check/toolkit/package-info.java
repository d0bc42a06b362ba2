/**
 * Reports calls of graphical toolkits from the wrong thread: blocks that run on a worker and use
 * objects that belong to the event thread.
 */
package dev.hocket.compiler.check.toolkit;
