/** Channels and other events, beside those of other libraries and languages. */
package dev.hocket.bench.channels;
