package dev.hocket.casestudies.swerve;

import java.time.Duration;

/** A version of the server: it creates the modules in which the two versions differ. */
public interface Version {

  /** Creates the log that writes to a file. */
  Log log(LogFile file, Runnable exit);

  /** Creates the timeout manager, which checks every watch at intervals. */
  TimeoutManager timeouts(Duration interval);

  /** Creates a file processor. */
  FileProcessor files(FileStore store);

  /** Creates the network processor of one connection. */
  NetworkProcessor network(PacketWriter writer);

  /** Creates a listener, which accepts at a door. */
  Listener listener(Door door, int mostConnections, Governor governor);
}
