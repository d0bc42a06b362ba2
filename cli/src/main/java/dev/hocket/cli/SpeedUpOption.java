package dev.hocket.cli;

import dev.hocket.plan.model.SpeedUp;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How much faster a handler runs on several threads, as in {@code Photos.java:12=2:1.9,4:3.6} or,
 * by Amdahl's law, {@code Photos.java:12=0.05}.
 */
record SpeedUpOption(String label, SpeedUp curve) {
  private static final Pattern TABLE = Pattern.compile("\\d{1,4}:[0-9.]+(,\\d{1,4}:[0-9.]+)*");
  private static final Pattern SHARE = Pattern.compile("0?\\.\\d+|0|1");

  /** Reads it for picocli. */
  static final class Converter implements ITypeConverter<SpeedUpOption> {
    @Override
    public SpeedUpOption convert(String text) {
      int equals = text.indexOf('=');
      String curve = text.substring(equals + 1);
      try {
        if (equals > 0 && SHARE.matcher(curve).matches()) {
          return new SpeedUpOption(
              text.substring(0, equals), new SpeedUp.Amdahl(Double.parseDouble(curve)));
        }
        if (equals > 0 && TABLE.matcher(curve).matches()) {
          return new SpeedUpOption(text.substring(0, equals), table(curve));
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + " in '" + text + "'");
      }
      throw new TypeConversionException(
          "expected LABEL=0.05 (the share that runs on one thread) or LABEL=2:1.9,4:3.6 (threads and"
              + " speed-up), not '"
              + text
              + "'");
    }

    private static SpeedUp table(String curve) {
      TreeMap<Integer, Double> bySize = new TreeMap<>();
      for (String entry : curve.split(",")) {
        int colon = entry.indexOf(':');
        bySize.put(
            Integer.parseInt(entry.substring(0, colon)),
            Double.parseDouble(entry.substring(colon + 1)));
      }
      return new SpeedUp.Measured(bySize);
    }
  }
}
