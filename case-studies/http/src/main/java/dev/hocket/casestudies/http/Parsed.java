package dev.hocket.casestudies.http;

/** The result of {@link RequestParser#parse}. */
public sealed interface Parsed permits Request, BadRequest, Parsed.Progress {

  /** The results without a request. */
  enum Progress implements Parsed {
    /** All bytes were consumed and more are needed: read on. */
    NEEDS_INPUT,
    /** The client waits for {@link ResponseWriter#goOn()} before it sends the body. */
    WANTS_CONTINUE,
    /** The last request of this connection has been returned; bytes after it are discarded. */
    FINISHED
  }
}
