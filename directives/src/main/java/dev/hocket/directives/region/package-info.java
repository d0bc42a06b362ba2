/**
 * Parts of the state of a running region that know neither its team nor its threads: {@code
 * Outcome} is how the region and its constructs end early, {@code Constructs} which constructs a
 * thread is in.
 *
 * <p>Not exported. Its classes are public for the package above only; programs on the class path,
 * where modules do not hide them, must not call them.
 */
package dev.hocket.directives.region;
