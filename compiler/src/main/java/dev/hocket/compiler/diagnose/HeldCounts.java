package dev.hocket.compiler.diagnose;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes javac's output on, but holds back the counts at its end, such as {@code 2 warnings}.
 * Hocket's own messages follow javac's, and tools that parse messages expect the counts at the end
 * of all.
 */
public final class HeldCounts extends Writer {
  /** Matches a count in javac's languages: {@code 2 errors, 1 Fehler, 警告1個}. */
  private static final Pattern COUNT =
      Pattern.compile("\\p{L}{0,3} ?(?<count>\\d+) ?\\p{L}{1,12}\\R");

  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private final List<String> held = new ArrayList<>();

  /**
   * @param out the writer that receives the output; the caller flushes and closes it
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

  /** Prints the held counts. */
  public void release() throws IOException {
    for (String count : held) {
      out.write(count);
    }
    held.clear();
    out.append(line);
    line.setLength(0);
  }

  /** The number of warnings that javac has counted, provided it has found no error. */
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
