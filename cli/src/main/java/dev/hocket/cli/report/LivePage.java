package dev.hocket.cli.report;

import dev.hocket.cli.system.ChildJvm;
import dev.hocket.cli.terminal.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@code hocket report --live} of this JVM, in a separate JVM: creating pages must not use the
 * program's memory or pause it. It ends with this JVM, even if this one is killed.
 */
public final class LivePage {
  private LivePage() {}

  public static void start(int port) {
    ReportCommand.checkPort(port);
    checkFree(port);
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ChildJvm.HOCKET,
            "report",
            "--live",
            Integer.toString(port),
            Long.toString(ProcessHandle.current().pid()));
    try {
      Process child =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      child.getOutputStream().close();
      Runtime.getRuntime().addShutdownHook(new Thread(child::destroy, "hocket-end-live"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Checks the address before the program starts; the other JVM would notice a fault only while it
   * runs.
   */
  private static void checkFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return;
    } catch (IOException e) {
      throw new UserError(
          "port " + port + " is in use or not permitted; name another, or 0 for any that is free");
    }
  }
}
