package dev.hocket.casestudies.swerve.async;

import dev.hocket.casestudies.swerve.Entry;
import dev.hocket.casestudies.swerve.LogFile;
import dev.hocket.casestudies.swerve.LogProcess;
import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;
import dev.hocket.events.Event;
import dev.hocket.events.Events;
import dev.hocket.events.Overflow;

/** A log in which the logging thread continues at once, unless 10,000 entries are pending. */
final class Logging extends LogProcess {
  private static final int MOST_PENDING = 10_000;

  Logging(LogFile file, Runnable exit) {
    super(file, Channel.limited("log", MOST_PENDING, Overflow.WAIT), exit);
  }

  @Override
  public void write(Entry entry) throws InterruptedException {
    try {
      entries.aSendEvt(entry).aSync();
    } catch (ChannelClosedException closed) {
      // Entries after the end are dropped.
    }
  }

  @Override
  public void fatal(Entry entry, Events.Body cleanUp) throws InterruptedException {
    Event<Void> written = entries.aSendEvt(entry).callbackEvt(none -> end()).aSync();
    cleanUp.run();
    written.wrapHandler(closed -> end()).sync();
  }
}
