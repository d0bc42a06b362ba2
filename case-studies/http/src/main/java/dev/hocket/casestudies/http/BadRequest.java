package dev.hocket.casestudies.http;

/**
 * A refused request: the server cannot serve the client's bytes.
 *
 * @param status the status of the response
 * @param reason the fault, for people; it quotes nothing that the client sent
 * @param persistent whether the connection can stay open, because the start of the next request is
 *     known
 * @param toHead whether the method was HEAD, in which case the client would read a body as the next
 *     response
 */
public record BadRequest(int status, String reason, boolean persistent, boolean toHead)
    implements Parsed {

  static BadRequest last(int status, String reason) {
    return new BadRequest(status, reason, false, false);
  }

  /**
   * Creates the response to the client.
   *
   * @return a response with a short text as its body, if it can have one
   */
  public Response response() {
    Response response = Response.text(status, reason);
    return toHead ? response.withoutBody() : response;
  }
}
