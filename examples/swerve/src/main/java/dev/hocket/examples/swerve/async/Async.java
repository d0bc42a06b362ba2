package dev.hocket.examples.swerve.async;

import dev.hocket.examples.swerve.Door;
import dev.hocket.examples.swerve.FileProcessor;
import dev.hocket.examples.swerve.FileStore;
import dev.hocket.examples.swerve.Governor;
import dev.hocket.examples.swerve.Listener;
import dev.hocket.examples.swerve.Log;
import dev.hocket.examples.swerve.LogFile;
import dev.hocket.examples.swerve.NetworkProcessor;
import dev.hocket.examples.swerve.PacketWriter;
import dev.hocket.examples.swerve.TimeoutManager;
import dev.hocket.examples.swerve.Version;
import java.time.Duration;

/** The server whose modules hand over and go on. */
public final class Async implements Version {

  @Override
  public Log log(LogFile file, Runnable exit) {
    return new Logging(file, exit);
  }

  @Override
  public TimeoutManager timeouts(Duration interval) {
    return new TimeoutManaging(interval);
  }

  @Override
  public FileProcessor files(FileStore store) {
    return new FileProcessing(store);
  }

  @Override
  public NetworkProcessor network(PacketWriter writer) {
    return new NetworkProcessing(writer);
  }

  @Override
  public Listener listener(Door door, int mostConnections, Governor governor) {
    return new Listening(door, mostConnections, governor);
  }
}
