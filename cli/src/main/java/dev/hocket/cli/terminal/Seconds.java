package dev.hocket.cli.terminal;

import dev.hocket.plan.TimeText;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration on the command line, as in {@code 177ms}. A number without a unit is in seconds. */
public record Seconds(double value) {
  private static final Pattern TIME = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(us|ms|s|)");

  /** Parses a duration for picocli. */
  public static final class Converter implements ITypeConverter<Seconds> {
    @Override
    public Seconds convert(String text) {
      Matcher matcher = TIME.matcher(text.strip());
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "expected a time like 177ms, 20us or 1.2s, not '" + text + "'");
      }
      double number = Double.parseDouble(matcher.group(1));
      return new Seconds(
          switch (matcher.group(2)) {
            case "us" -> number * 1e-6;
            case "ms" -> number * 1e-3;
            default -> number;
          });
    }
  }

  public Duration duration() {
    return Duration.ofNanos((long) (value * 1e9));
  }

  /** The duration as text for people. */
  public static String text(double seconds) {
    return TimeText.of(seconds);
  }
}
