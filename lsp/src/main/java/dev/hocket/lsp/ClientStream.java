package dev.hocket.lsp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input from a client. A message of the protocol consists of headers with a length, an empty
 * line, and a body of that length. The stream ends before the first message with another form,
 * because nothing after it can be understood. One thread reads it; any thread may query the fault.
 */
final class ClientStream extends FilterInputStream {
  /** The longest accepted message; no Java source needs a longer one. */
  static final int LONGEST = 1 << 26;

  private static final int LONGEST_HEADERS = 4096;
  private static final int SHOWN = 60;
  private static final Pattern LENGTH =
      Pattern.compile("(?im)^Content-Length:[ \\t]*(?<length>[^\\r\\n]*?)[ \\t]*\\r?$");

  private static final Pattern HEADER = Pattern.compile("[A-Za-z-]+[ \\t]*:");

  private byte[] headers = {};
  private int next;
  private int body;
  private volatile String fault;

  ClientStream(InputStream in) {
    super(in);
  }

  /** The reason why the stream has ended before the client closed it, or null. */
  String fault() {
    return fault;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (next == headers.length && body == 0 && !readHeaders()) {
      return -1;
    }
    if (next < headers.length) {
      int count = Math.min(length, headers.length - next);
      System.arraycopy(headers, next, into, offset, count);
      next += count;
      return count;
    }
    int count = in.read(into, offset, Math.min(length, body));
    body -= Math.max(count, 0);
    return count;
  }

  private boolean readHeaders() throws IOException {
    if (fault != null) {
      return false;
    }
    StringBuilder text = new StringBuilder();
    while (!endsWithEmptyLine(text)) {
      int c = in.read();
      if (c < 0) {
        return false;
      }
      text.append((char) c);
      if (text.length() > LONGEST_HEADERS || (c == '\n' && !isHeader(text))) {
        fault = "this is no header of a message: " + shown(text);
        return false;
      }
    }
    Matcher length = LENGTH.matcher(text);
    if (!length.find()) {
      fault = "a message has no header Content-Length: " + shown(text);
    } else if (!length.group("length").matches("[0-9]{1,8}")
        || Integer.parseInt(length.group("length")) > LONGEST) {
      fault =
          "Content-Length is '"
              + shown(length.group("length"))
              + "', and must be a number from 0 to "
              + LONGEST;
    } else {
      body = Integer.parseInt(length.group("length"));
      headers = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      next = 0;
    }
    return fault == null;
  }

  private static boolean endsWithEmptyLine(StringBuilder text) {
    int end = text.length();
    return end > 1
        && text.charAt(end - 1) == '\n'
        && (text.charAt(end - 2) == '\n'
            || (end > 3 && text.charAt(end - 2) == '\r' && text.charAt(end - 3) == '\n'));
  }

  /** Whether the last line is a header, or empty. */
  private static boolean isHeader(CharSequence text) {
    String[] lines = text.toString().split("\r?\n", -1);
    String last = lines[lines.length - 2];
    return last.isEmpty() ? lines.length > 2 : HEADER.matcher(last).lookingAt();
  }

  private static String shown(CharSequence text) {
    String plain = text.toString().strip().replaceAll("[^ -~]+", "?");
    return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…";
  }
}
