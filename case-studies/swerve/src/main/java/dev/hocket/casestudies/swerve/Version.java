package dev.hocket.casestudies.swerve;

import java.time.Duration;

/** One of the two servers: the modules in which they differ. */
public interface Version {

  /** The log that writes to a file. */
  Log log(LogFile file, Runnable exit);

  /** A manager that looks at every watch once in a while. */
  TimeoutManager timeouts(Duration interval);

  /** A reader of files. */
  FileProcessor files(FileStore store);

  /** What writes to one connection. */
  NetworkProcessor network(PacketWriter writer);

  /** What accepts at a door. */
  Listener listener(Door door, int mostConnections, Governor governor);
}
