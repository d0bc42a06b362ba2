/**
 * The events of JDK Flight Recorder that Hocket writes; {@code docs/recording.md} describes them.
 * All but {@code Subject}, {@code Shape}, {@code Load}, {@code Program} and {@code Inventory} need
 * the module {@code jdk.jfr}, which may be missing: only {@code Recorder} and {@code Spans}, in
 * core itself, call them.
 *
 * <p>This package knows a block by its {@code Subject}, and by the event that core keeps with it.
 * Core provides the targets and blocks of the whole program by {@code Inventory}.
 *
 * <p>Not exported. Its classes are public for core's other packages only; programs on the class
 * path, where modules do not hide them, must not call them.
 */
package dev.hocket.core.recording;
