package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The recorded wait of an event thread for its next event in the middle of a dispatch, for example
 * of a modal dialog. It does not count as the dispatch's own time.
 */
@Name("dev.hocket.lag.Idle")
@Label("Idle inside a dispatch")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class IdleEvent extends jdk.jfr.Event {
  @Label("Loop")
  String loop;
}
