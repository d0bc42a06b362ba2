package photos;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The client of the photo server. Every method blocks until the answer arrives, or throws an
 * exception with the reason.
 */
final class PhotoService implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 60;
  private static final int MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

  private final URI base;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(60))
          .build();

  PhotoService(URI base) {
    this.base = base;
  }

  /** The server answers a search with one line per photo: id, title and path, tabs between. */
  List<PhotoInfo> search(String keyword, int results) throws IOException {
    String query = "/search?q=" + URLEncoder.encode(keyword, StandardCharsets.UTF_8);
    byte[] answer = fetch(base.resolve(query + "&n=" + results));
    List<PhotoInfo> photos = new ArrayList<>();
    for (String line : new String(answer, StandardCharsets.UTF_8).lines().toList()) {
      String[] parts = line.split("\t");
      if (parts.length != 3) {
        throw new IOException("the server's answer is malformed: \"" + line + "\"");
      }
      photos.add(new PhotoInfo(parts[0], parts[1], resolve(parts[2])));
    }
    return photos;
  }

  private URI resolve(String path) throws IOException {
    try {
      return base.resolve(path);
    } catch (IllegalArgumentException e) {
      throw new IOException("the server's answer has no valid address: \"" + path + "\"", e);
    }
  }

  byte[] fetch(URI uri) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(
            request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_RESPONSE_BYTES));
    HttpResponse<byte[]> response = await(exchange);
    if (response.statusCode() != 200) {
      throw new IOException(
          "the server answered " + response.statusCode() + " for " + uri.getPath());
    }
    return response.body();
  }

  /** One deadline for everything: the client's own request timeout ends with the headers. */
  private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> exchange)
      throws IOException {
    try {
      return exchange.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      exchange.cancel(true);
      throw new IOException("the server did not answer within " + TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      exchange.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ConnectException) {
        throw new IOException("no server at " + base, e);
      }
      throw new IOException("no answer from " + base + ": " + e.getCause().getMessage(), e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
