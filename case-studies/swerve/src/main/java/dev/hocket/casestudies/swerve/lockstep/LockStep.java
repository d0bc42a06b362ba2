package dev.hocket.casestudies.swerve.lockstep;

import dev.hocket.casestudies.swerve.Door;
import dev.hocket.casestudies.swerve.FileProcessor;
import dev.hocket.casestudies.swerve.FileStore;
import dev.hocket.casestudies.swerve.Governor;
import dev.hocket.casestudies.swerve.Listener;
import dev.hocket.casestudies.swerve.Listening;
import dev.hocket.casestudies.swerve.Log;
import dev.hocket.casestudies.swerve.LogFile;
import dev.hocket.casestudies.swerve.NetworkProcessor;
import dev.hocket.casestudies.swerve.PacketWriter;
import dev.hocket.casestudies.swerve.TimeoutManager;
import dev.hocket.casestudies.swerve.TimeoutManaging;
import dev.hocket.casestudies.swerve.Version;
import dev.hocket.events.Channel;
import java.time.Duration;

/** The version of the server whose events are all synchronous. */
public final class LockStep implements Version {

  @Override
  public Log log(LogFile file, Runnable exit) {
    return new Logging(file, exit);
  }

  @Override
  public TimeoutManager timeouts(Duration interval) {
    return new TimeoutManaging(interval, Channel::send);
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
    return new Listening(door, mostConnections, governor, Channel::send);
  }
}
