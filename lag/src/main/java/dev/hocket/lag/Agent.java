package dev.hocket.lag;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** The agent of {@code hocket lag}; it starts before the program's {@code main}. */
public final class Agent {
  /** Events of JavaFX itself, which are off unless they are requested. */
  private static final List<String> FX_EVENTS = List.of("javafx.Input", "javafx.PulsePhase");

  private Agent() {}

  /**
   * Starts the agent; the JVM calls it.
   *
   * @param recording the file to write when the program ends
   * @param instrumentation the JVM's service that rewrites the event thread's class
   * @throws IOException if the file cannot be written
   */
  public static void premain(String recording, Instrumentation instrumentation) throws IOException {
    instrumentation.addTransformer(new DispatchTransformer());
    instrumentation.addTransformer(new FxTransformer());
    start(Path.of(recording));
    Sampler.start();
    Probes.start();
  }

  // The recording stays open: the JDK's own shutdown hook dumps and closes it.
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
