package dev.hocket.casestudies.http;

/** What {@link RequestParser#parse} made of the bytes it was given. */
public sealed interface Parsed permits Request, BadRequest, Parsed.Progress {

  /** No request yet, or none any more. */
  enum Progress implements Parsed {
    /** All bytes were taken and more are needed: read on. */
    NEEDS_INPUT,
    /** The client waits for {@link ResponseWriter#goOn()} before it sends the body. */
    WANTS_CONTINUE,
    /** The last request of this connection has been given out; bytes after it are thrown away. */
    FINISHED
  }
}
