package dev.hocket.compiler.diagnose;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes javac's output on, but keeps back the counts it ends with, {@code 2 warnings}. Hocket's
 * own messages follow javac's, and tools that parse a list of messages expect the counts at its
 * end.
 */
public final class HeldCounts extends Writer {
  /** In the languages that javac speaks: {@code 2 errors, 1 Fehler, 警告1個}. */
  private static final Pattern COUNT =
      Pattern.compile("\\p{L}{0,3} ?(?<count>\\d+) ?\\p{L}{1,12}\\R");

  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private final List<String> held = new ArrayList<>();

  /**
   * @param out the writer to pass output on to, which the caller flushes and closes
   */
  public HeldCounts(Writer out) {
    this.out = out;
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      line.append(text[i]);
      if (text[i] == '\n') {
        endLine();
      }
    }
  }

  private void endLine() throws IOException {
    String whole = line.toString();
    line.setLength(0);
    if (COUNT.matcher(whole).matches()) {
      held.add(whole);
    } else {
      release();
      out.write(whole);
    }
  }

  /** Prints what is kept back. */
  public void release() throws IOException {
    for (String count : held) {
      out.write(count);
    }
    held.clear();
    out.append(line);
    line.setLength(0);
  }

  /** How many warnings javac has counted, if it has found no error. */
  public int warnings() {
    return held.stream()
        .map(COUNT::matcher)
        .filter(Matcher::matches)
        .mapToInt(matcher -> Integer.parseInt(matcher.group("count")))
        .sum();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    release();
  }
}
