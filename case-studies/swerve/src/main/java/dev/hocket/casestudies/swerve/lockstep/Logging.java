package dev.hocket.casestudies.swerve.lockstep;

import dev.hocket.casestudies.swerve.Entry;
import dev.hocket.casestudies.swerve.LogFile;
import dev.hocket.casestudies.swerve.LogProcess;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Events;

/** A log in which the logging thread waits until the log's process has taken the entry. */
final class Logging extends LogProcess {
  Logging(LogFile file, Runnable exit) {
    super(file, new Channel<>("log"), exit);
  }

  @Override
  public void write(Entry entry) throws InterruptedException {
    try {
      entries.send(entry);
    } catch (ChannelClosedException closed) {
      // Entries after the end are dropped.
    }
  }

  @Override
  public void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException {
    cleanUp.run();
    write(entry);
    end();
  }
}
