package dev.hocket.casestudies.swerve;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A line of the log: for a response, in the common log format, or for any other event.
 *
 * @param time the time of the event
 * @param client the client's address; empty if there is no response
 * @param text the request line, whose printable characters the client chooses, or a description of
 *     the event
 * @param status the status of the response
 * @param length the length of its body in bytes
 */
public record Entry(Instant time, String client, String text, int status, long length) {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);

  static Entry note(String text) {
    return new Entry(Instant.now(), "", text, 0, 0);
  }

  String line() {
    String date = "[" + DATE.format(time) + "] ";
    if (client.isEmpty()) {
      return date + text + "\n";
    }
    return client + " - - " + date + '"' + quoted() + "\" " + status + ' ' + length + "\n";
  }

  /** Escapes quotes, which would end the field early. */
  private String quoted() {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
