package dev.hocket.bench.servers;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.staticcontent.StaticContentFeature;
import java.nio.file.Path;

/** A peer: Helidon SE as a server of files, in a separate program. */
final class HelidonFiles {
  private HelidonFiles() {}

  /** Serves the directory in the first argument on the loopback port in the second. */
  public static void main(String[] args) {
    WebServer.builder()
        .host("127.0.0.1")
        .port(Integer.parseInt(args[1]))
        .backlog(WebServers.BACKLOG)
        // Otherwise a response of several packets waits for the client's delayed acknowledgement.
        .connectionOptions(options -> options.tcpNoDelay(true))
        .addFeature(
            StaticContentFeature.builder()
                .addPath(files -> files.location(Path.of(args[0])).addCachedFile("."))
                .build())
        .build()
        .start();
  }
}
