package dev.hocket.lag;

import jdk.jfr.Category;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The recorded dispatch of an event by the event thread, with the fields of {@code
 * dev.hocket.Dispatch}.
 */
@Name("dev.hocket.lag.Dispatch")
@Label("Dispatch")
@Category({"Hocket", "Lag"})
@StackTrace(false)
final class DispatchEvent extends DispatchFields {}
