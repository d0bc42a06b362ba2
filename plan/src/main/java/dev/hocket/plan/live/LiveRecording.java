package dev.hocket.plan.live;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * A recording made by the flight recorder of another JVM of the same user on this machine, which
 * keeps the last minutes. Closing it ends the recording; the program continues.
 */
final class LiveRecording implements AutoCloseable {
  /** The most bytes that are kept, even if they cover fewer minutes. */
  private static final long MOST_BYTES = 64L << 20;

  private static final List<String> EVENTS =
      List.of(
          "Block",
          "UnfinishedBlock",
          "Target",
          "Load",
          "Resize",
          "Region",
          "Dispatch",
          "Process",
          "UnfinishedProcess",
          "Wait",
          "Program",
          "Function",
          "Section",
          "Tuning");

  private final JMXConnector connector;
  private final FlightRecorderMXBean recorder;
  private final long recording;

  private LiveRecording(JMXConnector connector, FlightRecorderMXBean recorder, long recording) {
    this.connector = connector;
    this.recorder = recorder;
    this.recording = recording;
  }

  /**
   * Attaches to a process and begins to record.
   *
   * @param pid the process
   * @param kept the time for which events are kept
   * @throws LiveException if there is no such process, it is no JVM of this user, or it refuses
   */
  static LiveRecording of(long pid, Duration kept) throws LiveException {
    if (ProcessHandle.of(pid).isEmpty()) {
      throw new LiveException("there is no process " + pid + "; jcmd lists the JVMs of this user");
    }
    // Attaching sends a signal, which could end another kind of process.
    if (VirtualMachine.list().stream().noneMatch(one -> one.id().equals(Long.toString(pid)))) {
      throw new LiveException(
          "process " + pid + " is no JVM of this user; jcmd lists those that are");
    }
    try {
      return started(JMXConnectorFactory.connect(new JMXServiceURL(address(pid))), kept);
    } catch (IOException | AttachNotSupportedException | RuntimeException e) {
      throw new LiveException("process " + pid + " cannot be recorded: " + e.getMessage(), e);
    }
  }

  private static String address(long pid) throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    try {
      return machine.startLocalManagementAgent();
    } finally {
      machine.detach();
    }
  }

  private static LiveRecording started(JMXConnector connector, Duration kept) throws IOException {
    try {
      FlightRecorderMXBean recorder =
          JMX.newMXBeanProxy(
              connector.getMBeanServerConnection(),
              new ObjectName("jdk.management.jfr:type=FlightRecorder"),
              FlightRecorderMXBean.class);
      long recording = recorder.newRecording();
      LiveRecording live = new LiveRecording(connector, recorder, recording);
      recorder.setRecordingSettings(recording, settings());
      recorder.setRecordingOptions(
          recording,
          Map.of(
              "name",
              "hocket live",
              "maxAge",
              kept.toSeconds() + " s",
              "maxSize",
              Long.toString(MOST_BYTES)));
      recorder.startRecording(recording);
      return live;
    } catch (MalformedObjectNameException e) {
      throw new AssertionError(e);
    } catch (IOException | RuntimeException e) {
      connector.close();
      throw e;
    }
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    for (String event : EVENTS) {
      settings.put("dev.hocket." + event + "#enabled", "true");
      settings.put("dev.hocket." + event + "#stackTrace", "false");
    }
    settings.put("dev.hocket.Block#threshold", "0 ns");
    settings.put("dev.hocket.Dispatch#threshold", "0 ns");
    settings.put("dev.hocket.Process#threshold", "0 ns");
    return settings;
  }

  /**
   * Writes the events that are kept so far.
   *
   * @param file in a folder that the program may write to
   * @throws IOException if it cannot be written, or the program has ended
   */
  void copyTo(Path file) throws IOException {
    try {
      recorder.copyTo(recording, file.toAbsolutePath().toString());
    } catch (UndeclaredThrowableException e) {
      throw new IOException("the program does not answer", e);
    }
  }

  @Override
  public void close() {
    try {
      recorder.closeRecording(recording);
      connector.close();
    } catch (IOException | RuntimeException e) {
      // The program has ended, and its recording with it.
    }
  }
}
