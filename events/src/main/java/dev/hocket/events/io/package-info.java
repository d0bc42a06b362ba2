/**
 * Files and sockets as events (paper 4, section 6, "Underlying I/O"): their operations compose with
 * choice, timeouts and nacks like any communication, and a branch that is not chosen has no effect.
 *
 * <p>How it is built: {@code Poller} is the I/O server of all sockets, which waits until they are
 * ready. {@code Readiness} turns that into an event, so the thread that has chosen to write or
 * accept does so itself, after the choice; {@code Inbound} holds the bytes that the poller has read
 * ahead. {@code FileServers} are the I/O servers of all files, a fixed number of virtual threads
 * that receive {@code Request}s; a request is chosen when a server takes it.
 *
 * <p>A failing operation throws an {@link java.io.UncheckedIOException} whose message names the
 * file or the address, from {@code sync} or, in post-consumption actions, to their uncaught
 * handler.
 */
package dev.hocket.events.io;
