package dev.hocket.casestudies.encryption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.compiler.HocketCompiler;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/** The service, compiled with or without its directives, and a client of it. */
final class RunningService implements AutoCloseable {
  static final int WORKERS = 3;
  static final Worker CRYPT = Targets.create("crypt", WORKERS);

  private static final Path SOURCE =
      Path.of(System.getProperty("hocket.root"))
          .resolve("case-studies/encryption/src/main/programs/EncryptionService.java");

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /**
   * The variants of the service: the handler runs on {@code crypt} or on Jetty's threads; the loop
   * uses teams or not.
   */
  enum Kind {
    OFFLOADED(false, true, false),
    OFFLOADED_AND_PARALLEL(false, true, true),
    IN_PLACE(false, false, false),
    IN_PLACE_AND_PARALLEL(false, false, true),
    WITHOUT_DIRECTIVES(true, true, true);

    private final boolean sequential;
    private final boolean offloaded;
    private final boolean parallel;

    Kind(boolean sequential, boolean offloaded, boolean parallel) {
      this.sequential = sequential;
      this.offloaded = offloaded;
      this.parallel = parallel;
    }

    private boolean handsOver() {
      return offloaded && !sequential;
    }
  }

  private final URLClassLoader loader;
  private final Front front;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RunningService(Kind kind, Cipher cipher, Path classes) throws Exception {
    compile(kind, classes);
    loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    front =
        new Front(
            0,
            kind.handsOver() ? 1 : WORKERS,
            kind.handsOver() ? InvocationType.NON_BLOCKING : InvocationType.BLOCKING,
            handler(kind, cipher));
  }

  private static void compile(Kind kind, Path classes) {
    StringWriter said = new StringWriter();
    int exitCode =
        HocketCompiler.compile(
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                SOURCE.toString()),
            new HocketCompiler.Options(null, kind.sequential, false),
            new PrintWriter(said, true));
    assertEquals("", said.toString());
    assertEquals(0, exitCode);
  }

  @SuppressWarnings("unchecked")
  private Consumer<Post> handler(Kind kind, Cipher cipher) throws ReflectiveOperationException {
    return (Consumer<Post>)
        loader
            .loadClass("EncryptionService")
            .getConstructor(Cipher.class, boolean.class, boolean.class)
            .newInstance(cipher, kind.offloaded, kind.parallel);
  }

  int port() {
    return front.port();
  }

  HttpResponse<byte[]> send(String method, BodyPublisher body)
      throws IOException, InterruptedException {
    return client.send(request(method, body), BodyHandlers.ofByteArray());
  }

  CompletableFuture<HttpResponse<byte[]>> begin(String method, BodyPublisher body) {
    return client.sendAsync(request(method, body), BodyHandlers.ofByteArray());
  }

  private HttpRequest request(String method, BodyPublisher body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/encrypt"))
        .method(method, body)
        .timeout(LIMIT)
        .build();
  }

  @Override
  public void close() throws IOException {
    client.shutdownNow();
    client.close();
    front.close();
    loader.close();
  }
}
