package dev.hocket.casestudies.swerve;

import java.time.Duration;

/** One of the two versions of the server: makes the modules in which they differ. */
public interface Version {

  /** Makes the log that writes to a file. */
  Log log(LogFile file, Runnable exit);

  /** Makes the manager, which checks every watch at intervals. */
  TimeoutManager timeouts(Duration interval);

  /** A reader of files. */
  FileProcessor files(FileStore store);

  /** What writes to one connection. */
  NetworkProcessor network(PacketWriter writer);

  /** What accepts at a door. */
  Listener listener(Door door, int mostConnections, Governor governor);
}
