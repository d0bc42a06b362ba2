/**
 * The Java agent of {@code hocket lag}: records what AWT's event thread does in any program, also
 * in one that knows nothing of Hocket, or that has an event queue of its own.
 *
 * <p>{@link dev.hocket.lag.DispatchTransformer} makes the event thread call {@link
 * dev.hocket.lag.EventThread} before and after each dispatch; {@link dev.hocket.lag.Sampler} looks
 * at its stack while a dispatch takes long; {@link dev.hocket.lag.Probe} posts an event at a fixed
 * rate. All of it goes into a recording of JDK Flight Recorder.
 *
 * <p>The bootstrap loader has these classes, because a class of the JDK's calls them. So they use
 * the JDK only, and nothing of AWT before the program does.
 */
package dev.hocket.lag;
