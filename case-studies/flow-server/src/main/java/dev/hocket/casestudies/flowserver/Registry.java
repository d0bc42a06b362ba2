package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Request;
import dev.hocket.casestudies.http.Response;
import dev.hocket.flow.functions.Function;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** The functions of a server that stores texts for its clients: GET and POST on a registry. */
final class Registry {
  /** The most resources. With bodies of at most {@code Limits.bodyBytes} this bounds the memory. */
  static final int MOST_RESOURCES = 1_000;

  private static final String ALLOWED = "GET, HEAD, POST";
  private static final HttpFields ALLOW =
      HttpFields.build().add(HttpHeader.ALLOW, ALLOWED).asImmutable();
  private static final HttpFields TYPE =
      HttpFields.build().add(HttpHeader.CONTENT_TYPE, "application/octet-stream").asImmutable();

  private Registry() {}

  /** Returns the request, its method (empty if it cannot be served), its path and its body. */
  @Function
  public static Object[] parseHeader(Connection connection) {
    Asked asked = Receiving.parse(connection);
    return asked.what() instanceof Request request
        ? new Object[] {asked, request.method(), request.path(), new Body.Bytes(request.body())}
        : new Object[] {asked, "", "", null};
  }

  /** Returns the stored body, or null. */
  @Function
  public static Body.Bytes load(String resource, Map<String, Body.Bytes> registry) {
    return registry.get(resource);
  }

  /** Stores a body; false if there is no room. */
  @Function
  public static boolean store(String resource, Body.Bytes body, Map<String, Body.Bytes> registry) {
    if (registry.size() >= MOST_RESOURCES && !registry.containsKey(resource)) {
      return false;
    }
    registry.put(resource, body);
    return true;
  }

  /** The response to GET and HEAD. */
  @Function
  public static Message composeGet(Asked asked, Body.Bytes content) {
    return asked.message(
        content == null
            ? Response.text(HttpStatus.NOT_FOUND_404, "Nothing is stored at this address")
            : new Response(HttpStatus.OK_200, TYPE, content.content().length, content));
  }

  /** The response to POST. */
  @Function
  public static Message composePost(Asked asked, boolean stored) {
    return asked.message(
        stored
            ? Response.text(HttpStatus.CREATED_201, "It is stored")
            : Response.text(HttpStatus.INSUFFICIENT_STORAGE_507, "There is no room for more"));
  }

  /** The response to every other method, unless the client has closed. */
  @Function
  public static Message refuse(Asked asked) {
    return asked.isRequest()
        ? asked.message(
            Response.text(
                HttpStatus.METHOD_NOT_ALLOWED_405, "The methods here are " + ALLOWED, ALLOW))
        : asked.refusal();
  }
}
