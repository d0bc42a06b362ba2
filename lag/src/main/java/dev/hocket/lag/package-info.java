/**
 * The Java agent of {@code hocket lag}. It records the work of the AWT or JavaFX event thread in
 * any program, even without Hocket or with its own event queue.
 *
 * <p>{@link dev.hocket.lag.DispatchTransformer} makes AWT's event thread call {@link
 * dev.hocket.lag.EventThread} before and after each dispatch. {@link dev.hocket.lag.FxTransformer}
 * makes JavaFX pass its tasks to {@link dev.hocket.lag.FxThread}; JavaFX itself records inputs and
 * pulses. {@link dev.hocket.lag.Sampler} samples the thread's stack during long dispatches. {@link
 * dev.hocket.lag.Probes} posts events at a fixed rate. All data goes into a recording of JDK Flight
 * Recorder.
 *
 * <p>The bootstrap loader loads these classes, because the toolkits' classes call them. So they use
 * only the JDK, and no class of AWT until the program uses one.
 */
package dev.hocket.lag;
