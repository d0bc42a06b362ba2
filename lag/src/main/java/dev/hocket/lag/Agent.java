package dev.hocket.lag;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Begins before the program's {@code main}. */
public final class Agent {
  /** JavaFX's own, off unless asked for. */
  private static final List<String> FX_EVENTS = List.of("javafx.Input", "javafx.PulsePhase");

  private Agent() {}

  /**
   * Called by the JVM.
   *
   * @param recording the file to write when the program ends
   * @param instrumentation rewrites the class of the event thread
   * @throws IOException if the file cannot be written
   */
  public static void premain(String recording, Instrumentation instrumentation) throws IOException {
    instrumentation.addTransformer(new DispatchTransformer());
    instrumentation.addTransformer(new FxTransformer());
    start(Path.of(recording));
    Sampler.start();
    Probes.start();
  }

  // The recording stays open on purpose: the JDK's own shutdown hook dumps and closes it.
  @SuppressWarnings("resource")
  private static void start(Path file) throws IOException {
    Recording recording = new Recording();
    recording.setName("hocket lag");
    recording.enable(DispatchEvent.class).withThreshold(Duration.ZERO);
    recording.enable(IdleEvent.class).withThreshold(Duration.ZERO);
    FlightRecorder.addPeriodicEvent(UnfinishedDispatchEvent.class, Dispatches::recordUnfinished);
    recording.enable(UnfinishedDispatchEvent.class);
    recording.enable(SampleEvent.class);
    recording.enable(ProbeEvent.class);
    FX_EVENTS.forEach(name -> recording.enable(name).withThreshold(Duration.ZERO));
    recording.setDestination(file.toAbsolutePath());
    recording.setDumpOnExit(true);
    recording.start();
  }
}
