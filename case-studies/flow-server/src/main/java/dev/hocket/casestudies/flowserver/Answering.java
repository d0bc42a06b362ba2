package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Request;
import dev.hocket.casestudies.http.Response;
import dev.hocket.casestudies.http.StaticSite;
import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpStatus;

/** The functions that turn the page found into a response and send it. */
final class Answering {
  private Answering() {}

  /** The response as bytes. */
  @Function
  public static Message compose(Loaded loaded) {
    Asked asked = loaded.asked();
    Page page = loaded.page();
    if (!(asked.what() instanceof Request request)) {
      page.close();
      return asked.refusal();
    }
    Response response = respond(request, page);
    if (!(response.body() instanceof Body.FilePart part)) {
      page.close();
      return asked.message(response);
    }
    if (page.content() == null) {
      return asked.message(response, part, page.file());
    }
    ByteBuffer body = page.content().slice((int) part.first(), (int) part.length());
    return asked.message(response, body);
  }

  /** Sends the response, and gives the connection back to the door. */
  @Function(blocking = true)
  public static void reply(Message message) {
    message.send();
  }

  private static Response respond(Request request, Page page) {
    if (page.lookup() == null) {
      return Response.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "The file could not be read");
    }
    try {
      return new StaticSite(path -> page.lookup()).answer(request);
    } catch (IOException e) {
      throw new AssertionError("the file has been found before", e);
    }
  }
}
