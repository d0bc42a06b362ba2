package dev.hocket.compiler.diagnose;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the messages of one compilation. The same message at the same place is kept once. */
public final class Problems {
  private final Set<Diagnostic> found = new LinkedHashSet<>();
  private final List<String> ofOptions = new ArrayList<>();
  private int javacsWarnings;
  private boolean refusesWarnings;

  /**
   * Reports a message.
   *
   * @param values the template's values: name, value, name, value, …
   */
  public void report(Message message, SourceText source, int offset, String... values) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      map.put(values[i], values[i + 1]);
    }
    found.add(new Diagnostic(message, source, offset, map));
  }

  /** Whether a message has been reported at a place. */
  public boolean isReported(Message message, SourceText source, int offset) {
    return found.stream()
        .anyMatch(d -> d.message() == message && d.source() == source && d.offset() == offset);
  }

  /** Whether a part of a file has an error. */
  public boolean hasErrorIn(SourceText source, int start, int end) {
    return found.stream()
        .filter(d -> d.message().severity() == Severity.ERROR && d.source() == source)
        .anyMatch(d -> start <= d.offset() && d.offset() < end);
  }

  /** All messages, in the order in which they were reported. */
  public List<Diagnostic> all() {
    return List.copyOf(found);
  }

  /** Adds a warning about options, which belongs to no file. */
  public void warnOfOptions(String text) {
    ofOptions.add(text);
  }

  /** Sets the number of warnings that javac has already printed. */
  public void countWarningsOfJavac(int warnings) {
    javacsWarnings = warnings;
  }

  /** Makes warnings end the compilation, as {@code -Werror} does. */
  public void refuseWarnings() {
    refusesWarnings = true;
  }

  /** Whether a message ends the compilation. */
  public boolean hasErrors() {
    return count(Severity.ERROR) > 0 || areWarningsRefused();
  }

  /** Whether warnings end the compilation. As in javac, they do so only if there are no errors. */
  private boolean areWarningsRefused() {
    return refusesWarnings && count(Severity.ERROR) == 0 && count(Severity.WARNING) > 0;
  }

  private long count(Severity severity) {
    return found.stream().filter(d -> d.message().severity() == severity).count()
        + (severity == Severity.WARNING ? ofOptions.size() : 0);
  }

  /**
   * Prints all messages by position, then one count, as javac does. Warnings about code are omitted
   * if there are errors: in a program with a faulty directive, an analysis could find faults that
   * only this directive causes.
   */
  public void print(PrintWriter out, boolean warnings, boolean colour) {
    if (count(Severity.ERROR) > 0) {
      found.removeIf(d -> d.message().severity() == Severity.WARNING);
    }
    List<Diagnostic> sorted = new ArrayList<>(found);
    sorted.removeIf(d -> !warnings && d.message().severity() == Severity.WARNING);
    sorted.sort(
        Comparator.comparing((Diagnostic d) -> d.source().name())
            .thenComparingInt(Diagnostic::offset));
    if (warnings) {
      ofOptions.forEach(text -> out.println("warning: [options] " + text));
    }
    for (Diagnostic diagnostic : sorted) {
      out.println(diagnostic.format(colour));
    }
    if (areWarningsRefused()) {
      out.println("error: warnings found and -Werror specified");
    }
    printCount(out, count(Severity.ERROR) + (areWarningsRefused() ? 1 : 0), Severity.ERROR);
    printCount(out, javacsWarnings + (warnings ? count(Severity.WARNING) : 0), Severity.WARNING);
  }

  private static void printCount(PrintWriter out, long count, Severity severity) {
    if (count > 0) {
      out.println(count + " " + severity.word() + (count > 1 ? "s" : ""));
    }
  }
}
