package dev.hocket.cli.plan;

import dev.hocket.plan.model.SpeedUpFit;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The speed-up of a handler on several threads, as in {@code Photos.java:12=2:1.9,4:3.6} or, by
 * Amdahl's law, {@code Photos.java:12=0.05}. After each number, {@code +-0.1} may give half the
 * width of its 95 % band. {@code 1:1x1.3,2:1.9x1.2} also gives the factor by which a run takes
 * longer while all other cores are busy.
 */
record SpeedUpOption(String label, SpeedUpFit fit) {
  private static final String NUMBER = "(\\d+(?:\\.\\d*)?|\\.\\d+)";
  private static final String BAND = "(?:\\+-" + NUMBER + ")?";
  private static final Pattern SHARE = Pattern.compile("(0?\\.\\d+|0|1)" + BAND);
  private static final Pattern ENTRY =
      Pattern.compile("(\\d{1,4}):" + NUMBER + BAND + "(?:x" + NUMBER + ")?");
  private static final long SEED = 1;

  /** Parses the option for picocli. */
  static final class Converter implements ITypeConverter<SpeedUpOption> {
    @Override
    public SpeedUpOption convert(String text) {
      int equals = text.indexOf('=');
      if (equals <= 0) {
        throw unexpected(text);
      }
      try {
        return new SpeedUpOption(text.substring(0, equals), fit(text.substring(equals + 1), text));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + " in '" + text + "'");
      }
    }
  }

  private static SpeedUpFit fit(String curve, String text) {
    Matcher share = SHARE.matcher(curve);
    if (share.matches()) {
      return SpeedUpFit.amdahlWithin(Double.parseDouble(share.group(1)), band(share, 2), SEED);
    }
    TreeMap<Integer, Double> bySize = new TreeMap<>();
    Map<Integer, Double> halfWidths = new TreeMap<>();
    TreeMap<Integer, Double> slowdown = new TreeMap<>();
    for (String one : curve.split(",", -1)) {
      Matcher entry = ENTRY.matcher(one);
      if (!entry.matches()) {
        throw unexpected(text);
      }
      int threads = Integer.parseInt(entry.group(1));
      double speedUp = Double.parseDouble(entry.group(2));
      boolean saysSlowdown = entry.group(4) != null;
      if (threads < 1 || threads == 1 && !(saysSlowdown && speedUp == 1)) {
        throw new IllegalArgumentException(
            "a speed-up is for 2 or more threads, not " + threads + ", where it is 1");
      }
      bySize.put(threads, speedUp);
      halfWidths.put(threads, band(entry, 3));
      if (saysSlowdown) {
        slowdown.put(threads, Double.parseDouble(entry.group(4)));
      }
    }
    SpeedUpFit alone = SpeedUpFit.within(bySize, halfWidths, SEED);
    return slowdown.isEmpty() ? alone : alone.crowded(slowdown);
  }

  private static double band(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Double.parseDouble(matcher.group(group));
  }

  private static TypeConversionException unexpected(String text) {
    return new TypeConversionException(
        "expected LABEL=0.05 (the share that runs on one thread) or LABEL=2:1.9,4:3.6 (threads and"
            + " speed-up), each with +-BAND if it has one, not '"
            + text
            + "'");
  }

  /** A number of threads with its speed-up, in the option's syntax. */
  static String entry(int threads, double speedUp, SpeedUpFit.Band band) {
    double halfWidth = Math.max(band.high() - speedUp, speedUp - band.low());
    return String.format(Locale.ROOT, "%d:%.3g", threads, speedUp)
        + (halfWidth == 0 ? "" : String.format(Locale.ROOT, "+-%.2g", halfWidth));
  }
}
