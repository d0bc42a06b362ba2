package dev.hocket.bench.servers;

import java.io.IOException;
import java.io.InputStream;

/**
 * The answer of a web server to one request.
 *
 * @param status the first line
 */
record Answer(String status, byte[] body) {
  /** Reads an answer with a length in its head. */
  static Answer read(InputStream in) throws IOException {
    String status = line(in);
    int length = 0;
    for (String header; !(header = line(in)).isEmpty(); ) {
      if (header.toLowerCase().startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
    }
    return new Answer(status, in.readNBytes(length));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c; (c = in.read()) != '\n'; ) {
      if (c < 0) {
        throw new IOException("the connection ended within '" + line + "'");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
