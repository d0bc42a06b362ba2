/**
 * The Java agent of {@code hocket lag}: records what the event thread of AWT or JavaFX does in any
 * program, also in one that knows nothing of Hocket, or that has an event queue of its own.
 *
 * <p>{@link dev.hocket.lag.DispatchTransformer} makes AWT's event thread call {@link
 * dev.hocket.lag.EventThread} before and after each dispatch; {@link dev.hocket.lag.FxTransformer}
 * makes JavaFX hand its tasks to {@link dev.hocket.lag.FxThread}; inputs and pulses JavaFX records
 * itself. {@link dev.hocket.lag.Sampler} samples the thread's stack while a dispatch takes long;
 * {@link dev.hocket.lag.Probes} posts an event at a fixed rate. All of it goes into a recording of
 * JDK Flight Recorder.
 *
 * <p>The bootstrap loader loads these classes, because classes of the toolkits call them. So they
 * use only the JDK, and no class of AWT before the program uses one.
 */
package dev.hocket.lag;
