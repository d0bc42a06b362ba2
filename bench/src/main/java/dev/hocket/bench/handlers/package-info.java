/** The cost of blocks and of handlers that await them: time, memory and recordings. */
package dev.hocket.bench.handlers;
