package dev.hocket.casestudies.logs;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the lines of three common formats: the access logs of web servers (<i>combined</i>),
 * syslog (RFC 5424), and objects in JSON. Only one thread may use it, because it keeps the last
 * time: neighbouring lines often have the same.
 */
final class Formats {
  private static final Pattern ACCESS =
      Pattern.compile(
          "\\S+ \\S+ \\S+ \\[([^\\]]{20,40})\\] \"(?:[^\"\\\\]++|\\\\.)*+\" ([1-5])\\d\\d .*",
          Pattern.DOTALL);
  private static final Pattern SYSLOG =
      Pattern.compile("<(\\d{1,3})>1 (\\S{16,40}) \\S+ ([\\w./-]{1,48}) .*", Pattern.DOTALL);
  private static final Pattern MEMBER =
      Pattern.compile("\"(time|level|service)\" ?: ?\"([\\w.:+-]{1,64})\"");

  private static final DateTimeFormatter ACCESS_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

  private static final int SEVERITIES = 8;
  private static final int MINUTE_SECONDS = 60;

  /** The last minute with a year of four digits; no log is from a later one. */
  private static final long LAST_MINUTE =
      Instant.parse("9999-12-31T23:59:00Z").getEpochSecond() / MINUTE_SECONDS;

  private String lastTime = "";
  private long lastMinute;

  /** Returns where a line of this log counts. */
  Tally of(String log, String text) {
    // Some programs begin a file with a byte order mark.
    String line = text.charAt(0) == '\uFEFF' && text.length() > 1 ? text.substring(1) : text;
    try {
      return switch (line.charAt(0)) {
        case '{' -> json(log, line);
        case '<' -> syslog(log, line);
        default -> access(log, line);
      };
    } catch (DateTimeException noTime) {
      return Tally.other(log);
    }
  }

  private Tally access(String log, String line) {
    Matcher found = ACCESS.matcher(line);
    return found.matches()
        ? new Tally(log, Level.ofStatus(found.group(2).charAt(0)), minute(found.group(1)))
        : Tally.other(log);
  }

  private Tally syslog(String log, String line) {
    Matcher found = SYSLOG.matcher(line);
    if (!found.matches()) {
      return Tally.other(log);
    }
    int severity = Integer.parseInt(found.group(1)) % SEVERITIES;
    return new Tally(found.group(3), Level.ofSeverity(severity), minute(found.group(2)));
  }

  /** Only the members that count are read, wherever they are in the object. */
  private Tally json(String log, String line) {
    String service = log;
    Level level = Level.OTHER;
    long minute = 0;
    for (Matcher found = MEMBER.matcher(line); found.find(); ) {
      switch (found.group(1)) {
        case "service" -> service = found.group(2);
        case "level" -> level = Level.named(found.group(2));
        default -> minute = minute(found.group(2));
      }
    }
    return new Tally(service, level, minute);
  }

  private long minute(String time) {
    if (!time.equals(lastTime)) {
      OffsetDateTime parsed =
          time.indexOf('/') < 0
              ? OffsetDateTime.parse(time)
              : OffsetDateTime.parse(time, ACCESS_TIME);
      long minute = Math.floorDiv(parsed.toEpochSecond(), MINUTE_SECONDS);
      lastMinute = minute < 0 || minute > LAST_MINUTE ? 0 : minute;
      lastTime = time;
    }
    return lastMinute;
  }
}
