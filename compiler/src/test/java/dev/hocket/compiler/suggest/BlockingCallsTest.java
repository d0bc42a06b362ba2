package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the JDK that are known to block, in handlers, without a recording. */
class BlockingCallsTest {
  private static final String PLACE = "Window.java:13: ";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DriverManager.getConnection("jdbc:x")      | DriverManager.getConnection
          source.getConnection()                     | DataSource.getConnection
          connection.prepareStatement("select 1")    | Connection.prepareStatement
          connection.commit()                        | Connection.commit
          statement.executeQuery("select 1")         | Statement.executeQuery
          prepared.executeUpdate()                   | PreparedStatement.executeUpdate
          client.send(request, BodyHandlers.ofString()) | HttpClient.send
          latch.await()                              | CountDownLatch.await
          latch.await(1, TimeUnit.SECONDS)           | CountDownLatch.await
          process.waitFor()                          | Process.waitFor
          Files.walk(path)                           | Files.walk
          worker.get()                               | SwingWorker.get
          queue.take()                               | LinkedBlockingQueue.take
          new Socket("host", 80)                     | new Socket
          """)
  void aCallThatBlocks_isFoundUnderItsName(String call, String name) throws Exception {
    List<String> found = found(call);
    assertEquals(1, found.size(), found.toString());
    String said = "'" + name + "' blocks the event thread: ";
    assertEquals(PLACE + said, found.getFirst().substring(0, (PLACE + said).length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.sendAsync(request, BodyHandlers.ofString())",
        "latch.countDown()",
        "process.isAlive()",
        "worker.execute()",
        "queue.offer(path)",
        "statement.getMaxRows()"
      })
  void aCallThatDoesNotBlock_isNotFound(String call) throws Exception {
    assertEquals(List.of(), found(call));
  }

  private List<String> found(String call) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("Window.java"),
            """
            import java.net.*;
            import java.net.http.*;
            import java.net.http.HttpResponse.BodyHandlers;
            import java.nio.file.*;
            import java.sql.*;
            import java.util.concurrent.*;
            class Window {
              void open(javax.swing.JButton button, javax.sql.DataSource source, Connection connection,
                  Statement statement, PreparedStatement prepared, HttpClient client, HttpRequest request,
                  CountDownLatch latch, Process process, Path path, javax.swing.SwingWorker<String, Void> worker,
                  LinkedBlockingQueue<Path> queue) {
                button.addActionListener(event -> { try {
                  %s;
                } catch (Exception e) { System.err.println(e); } });
              }
            }
            """
                .formatted(call));
    return Suggester.of(List.of(file), List.of()).suggestForBlockingCalls().list().stream()
        .map(each -> each.place() + ": " + each.text())
        .toList();
  }
}
