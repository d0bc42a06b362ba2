package dev.hocket.casestudies.swerve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.casestudies.http.Client.Reply;
import dev.hocket.casestudies.http.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that change while they are served. */
@ParameterizedClass
@EnumSource(Kind.class)
@Timeout(300)
class ChangingFilesTest {
  private static final int LARGE = 20_000_000;
  private final Kind kind;
  @TempDir Path root;
  private Site site;

  ChangingFilesTest(Kind kind) {
    this.kind = kind;
  }

  @BeforeEach
  void start() throws IOException {
    site = new Site(kind, root);
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private static byte[] filled(int length, int value) {
    byte[] content = new byte[length];
    Arrays.fill(content, (byte) value);
    return content;
  }

  /** Replaces a file in one step, as editors and package managers do. */
  private void replace(String name, byte[] content) throws IOException {
    Path other = site.write("other", content);
    Files.move(other, root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void aFileThatIsCutWhileItIsSent_endsTheConnection() throws Exception {
    Path file = site.write("large.bin", new byte[LARGE]);
    try (Client client = new Client(site.port(), 8192)) {
      client.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
      assertEquals('H', client.read());
      try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
        cut.truncate(1000);
      }
      assertThrows(EOFException.class, client::reply);
    }
    Eventually.holds(() -> site.server.connections() == 0);
  }

  @Test
  void aFileThatIsReplacedWhileItIsSent_isSentAsItWas() throws Exception {
    byte[] before = filled(LARGE, 1);
    site.write("large.bin", before);
    try (Client client = new Client(site.port(), 8192)) {
      client.send("GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
      assertEquals('H', client.read());
      replace("large.bin", filled(LARGE / 2, 2));
      assertArrayEquals(before, client.reply().body());
    }
  }

  @Test
  void aFileThatKeepsBeingReplaced_comesWholeEachTime() throws Exception {
    for (int length : new int[] {1000, 200_000}) {
      String name = length + ".bin";
      try (Client client = site.connect()) {
        for (int round = 1; round <= 60; round++) {
          int value = round % 100;
          replace(name, filled(length + round, value));
          Reply reply = client.get("/" + name);
          assertEquals(200, reply.status());
          // An answer may be some milliseconds old, but its head and body belong together.
          assertArrayEquals(filled(reply.body().length, reply.body()[0]), reply.body());
          assertEquals(reply.body()[0], (byte) (reply.body().length - length));
        }
        int last = length + 60;
        Eventually.holds(() -> client.get("/" + name).body().length == last);
      }
    }
  }

  @Test
  void aDeletedFile_isSoonNotFound() throws Exception {
    for (int length : new int[] {1000, 200_000}) {
      Path file = site.write("file.bin", new byte[length]);
      try (Client client = site.connect()) {
        assertEquals(200, client.get("/file.bin").status());
        Files.delete(file);
        Eventually.holds(() -> client.get("/file.bin").status() == 404);
      }
    }
  }

  @Test
  void aLargeFileThatIsDeletedAfterItsLookUp_isNotFoundAtOnce() throws Exception {
    Path file = site.write("file.bin", new byte[200_000]);
    try (Client client = site.connect()) {
      assertEquals(200, client.get("/file.bin").status());
      Files.delete(file);
      assertEquals(404, client.get("/file.bin").status());
      assertTrue(client.get("/file.bin").text().startsWith("404 "));
    }
  }

  @Test
  void aFileThatBecomesADirectory_isNotAFile() throws Exception {
    Path file = site.write("file.bin", new byte[200_000]);
    try (Client client = site.connect()) {
      assertEquals(200, client.get("/file.bin").status());
      Files.delete(file);
      Files.createDirectory(file);
      assertEquals(301, client.get("/file.bin").status());
    }
  }

  @Test
  void aFileThatBecomesAPipe_isNotFound_andStopsNothing() throws Exception {
    int more = 2 * Runtime.getRuntime().availableProcessors();
    for (int length : new int[] {1000, 200_000}) {
      Path file = site.write("file.bin", new byte[length]);
      List<Client> clients = new ArrayList<>();
      try {
        for (int i = 0; i < more; i++) {
          clients.add(site.connect());
          assertEquals(200, clients.get(i).get("/file.bin").status());
        }
        Files.delete(file);
        Pipe.make(file);
        for (Client client : clients) {
          client.send("GET /file.bin HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        for (Client client : clients) {
          assertEquals(404, client.reply().status());
        }
        Files.delete(file);
      } finally {
        for (Client client : clients) {
          client.close();
        }
      }
    }
  }
}
