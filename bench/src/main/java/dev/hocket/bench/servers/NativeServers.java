package dev.hocket.bench.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Apache httpd and nginx with their default configuration, except: no access log, the same backlog
 * of connections not yet accepted as the other servers, no limit of requests per connection, and
 * for nginx 4,096 connections instead of 512.
 */
final class NativeServers {
  interface Kind {
    List<String> command(Path program, int port) throws IOException;
  }

  /**
   * A server started by root runs as another user; a server started by another user cannot change
   * it.
   */
  private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

  /** The folders of httpd's modules on different systems. */
  private static final List<String> MODULE_FOLDERS =
      List.of(
          "/usr/lib/apache2/modules",
          "/usr/lib64/httpd/modules",
          "/usr/lib/httpd/modules",
          "/usr/local/apache2/modules",
          "/usr/libexec/apache2");

  private static final String HTTPD =
      """
      ServerRoot "%1$s"
      ServerName 127.0.0.1
      Listen 127.0.0.1:%2$d
      ListenBacklog %3$d
      PidFile "%1$s/httpd-%2$d.pid"
      DefaultRuntimeDir "%1$s"
      ErrorLog /dev/stderr
      LogLevel error
      <IfModule !mpm_event_module>
        LoadModule mpm_event_module "%4$s/mod_mpm_event.so"
      </IfModule>
      <IfModule !unixd_module>
        LoadModule unixd_module "%4$s/mod_unixd.so"
      </IfModule>
      <IfModule !authz_core_module>
        LoadModule authz_core_module "%4$s/mod_authz_core.so"
      </IfModule>
      MaxKeepAliveRequests 0
      DocumentRoot "%5$s"
      ForceType text/html
      """;

  /**
   * By default httpd has up to 400 threads and ends processes with too many idle threads; with
   * 1,000 connections it then closes some that a client is using.
   */
  private static final String MANY_THREADS =
      """
      StartServers 2
      ServerLimit 2
      ThreadLimit 1024
      ThreadsPerChild 1024
      MinSpareThreads 2048
      MaxSpareThreads 2048
      MaxRequestWorkers 2048
      """;

  private static final String NGINX =
      """
      daemon off;
      worker_processes auto;
      pid "%1$s/nginx.pid";
      error_log stderr;
      events { worker_connections 4096; }
      http {
        access_log off;
        client_body_temp_path "%1$s/nginx-body";
        proxy_temp_path "%1$s/nginx-proxy";
        fastcgi_temp_path "%1$s/nginx-fastcgi";
        uwsgi_temp_path "%1$s/nginx-uwsgi";
        scgi_temp_path "%1$s/nginx-scgi";
        sendfile on;
        tcp_nopush on;
        keepalive_requests 1000000000;
        default_type text/html;
        server {
          listen 127.0.0.1:%2$d backlog=%3$d;
          root "%4$s";
        }
      }
      """;

  private final Path folder;
  private final Path root;

  /**
   * Creates servers of the files below root.
   *
   * @param folder the folder for the servers' own files
   */
  NativeServers(Path folder, Path root) {
    this.folder = folder;
    this.root = root;
  }

  List<String> httpd(Path program, int port) throws IOException {
    return httpd(program, port, "");
  }

  List<String> httpdWithManyThreads(Path program, int port) throws IOException {
    return httpd(program, port, MANY_THREADS);
  }

  private List<String> httpd(Path program, int port, String more) throws IOException {
    String user = IS_ROOT ? "User #65534\nGroup #65534\n" : "";
    String settings =
        HTTPD.formatted(folder, port, WebServers.BACKLOG, modules(), root) + user + more;
    Path file = Files.writeString(folder.resolve("httpd-%d.conf".formatted(port)), settings);
    return List.of(program.toString(), "-DFOREGROUND", "-f", file.toString());
  }

  private static String modules() throws IOException {
    return MODULE_FOLDERS.stream()
        .filter(folder -> Files.isDirectory(Path.of(folder)))
        .findFirst()
        .orElseThrow(() ->
            new IOException("its modules are in none of " + String.join(", ", MODULE_FOLDERS)));
  }

  List<String> nginx(Path program, int port) throws IOException {
    String user = IS_ROOT ? "user nobody nogroup;\n" : "";
    String settings = user + NGINX.formatted(folder, port, WebServers.BACKLOG, root);
    Path file = Files.writeString(folder.resolve("nginx.conf"), settings);
    return List.of(
        program.toString(), "-e", "stderr", "-p", folder.toString(), "-c", file.toString());
  }
}
