/**
 * Functions that collect packets in windows, by count and by time. They are ordinary functions with
 * state: an algorithm imports this package and calls {@code count-window}, {@code time-window} or
 * {@code clock-window}. {@link dev.hocket.flow.windows.Event}s carry the times of packets and the
 * watermarks of a source.
 */
package dev.hocket.flow.windows;
