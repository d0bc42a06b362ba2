package dev.hocket.casestudies.http;

/** The result of {@link Documents#find}. */
public sealed interface Lookup {

  /**
   * A file to serve.
   *
   * @param document the file
   */
  record Found(Document document) implements Lookup {}

  /**
   * A directory whose path lacks the slash at its end, so that relative links in it would break.
   */
  record Directory() implements Lookup {}

  /** A file that this program may not read, or one in a directory that it may not enter. */
  record Forbidden() implements Lookup {}

  /** No file that may be served is here. */
  record Missing() implements Lookup {}
}
