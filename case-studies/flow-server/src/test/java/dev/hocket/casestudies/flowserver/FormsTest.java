package dev.hocket.casestudies.flowserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.http.Client;
import dev.hocket.flow.graph.FlowException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The differences between the forms. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FormsTest {
  @TempDir private Path root;

  @Test
  void slowClients_doNotHoldUpOthersOfTheNonBlockingForm() throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    List<Client> slow = new ArrayList<>();
    try (FlowServer server = site.serve(Form.NON_BLOCKING);
        Client quick = Site.connect(server)) {
      for (int i = 0; i < 300; i++) {
        slow.add(Site.connect(server));
        slow.getLast().send("GET /a HT");
      }
      assertEquals("first", quick.get("/a").text());
      assertEquals("first", quick.get("/a").text());
      for (Client client : slow) {
        client.send("TP/1.1\r\nHost: a\r\n\r\n");
        assertEquals("first", client.reply().text());
        client.close();
      }
    }
  }

  @Test
  void aPostedResource_canBeRequested() throws Exception {
    try (FlowServer server = new Site(root).serve(Form.REGISTRY);
        Client client = Site.connect(server)) {
      assertEquals(404, client.get("/news").status());
      assertEquals(201, post(client, "/news", "storm").status());
      assertEquals("storm", client.get("/news").text());
      assertEquals(201, post(client, "/news", "flood").status());
      assertEquals("flood", client.get("/news").text());
      client.send("HEAD /news HTTP/1.1\r\nHost: a\r\n\r\n");
      assertTrue(client.head().contains("Content-Length: 5"));
      client.send(
          "POST /news HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
              + "Expect: 100-continue\r\n\r\n");
      assertEquals("HTTP/1.1 100 Continue\r\n\r\n", client.head());
      client.send("3\r\nice\r\n0\r\n\r\n");
      assertEquals(201, client.reply().status());
      assertEquals("ice", client.get("/news").text());
      client.send("DELETE /news HTTP/1.1\r\nHost: a\r\n\r\n");
      Client.Reply refused = client.reply();
      assertEquals(405, refused.status());
      assertEquals("GET, HEAD, POST", refused.field("Allow"));
    }
  }

  @Test
  void aBodyThatIsTooLong_isRefused() throws Exception {
    try (FlowServer server = new Site(root).serve(Form.REGISTRY);
        Client client = Site.connect(server)) {
      client.send("POST /news HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
      assertEquals(413, client.reply().status());
      assertEquals("", client.rest());
    }
  }

  @Test
  void aRegistryThatIsFull_takesNoMoreButReplaces() throws Exception {
    try (FlowServer server = new Site(root).serve(Form.REGISTRY);
        Client client = Site.connect(server)) {
      for (int i = 0; i < Registry.MOST_RESOURCES; i++) {
        assertEquals(201, post(client, "/" + i, "x").status());
      }
      assertEquals(507, post(client, "/one-more", "x").status());
      assertEquals(201, post(client, "/0", "y").status());
      assertEquals("y", client.get("/0").text());
    }
  }

  @Test
  void functionsThatShareThePlainRegistry_mustShareASection() {
    FlowException refused =
        assertThrows(
            FlowException.class,
            () ->
                new Site(root)
                    .serve(
                        Form.REGISTRY,
                        Site.PATIENT,
                        Mapping.of("[[\"load\"] [\"store\"] :rest]", null)));
    assertTrue(
        refused.getMessage().contains("load#1 and store#1 share registry"), refused::getMessage);
  }

  @Test
  void news_comesFromMemoryAndOtherPagesFromTheDisk() throws Exception {
    Site site = new Site(root);
    Path news = site.write("news/1", "storm".getBytes());
    Path article = site.write("article", "long".getBytes());
    try (FlowServer server = site.serve(Form.BY_RESOURCE);
        Client client = Site.connect(server)) {
      assertEquals("storm", client.get("/news/1").text());
      assertEquals("long", client.get("/article").text());
      Files.delete(news);
      Files.delete(article);
      assertEquals("storm", client.get("/news/1").text());
      assertEquals(404, client.get("/article").status());
      assertEquals(404, client.get("/news/2").status());
    }
  }

  @Test
  void newsThatIsNotInMemory_comesFromTheDisk() throws Exception {
    Site site = new Site(root);
    site.write("news/large", Site.bytes(Pages.SMALL_BYTES + 1));
    Path inner = site.write("news/2026/1", "storm".getBytes());
    site.write("news/index.html", "all".getBytes());
    try (FlowServer server = site.serve(Form.BY_RESOURCE);
        Client client = Site.connect(server)) {
      assertArrayEquals(Site.bytes(Pages.SMALL_BYTES + 1), client.get("/news/large").body());
      site.write("news/late", "flood".getBytes());
      assertEquals("flood", client.get("/news/late").text());
      assertEquals("all", client.get("/news/").text());
      assertEquals(301, client.get("/news/2026").status());
      Files.delete(inner);
      assertEquals("storm", client.get("/news/2026/1").text());
    }
  }

  @Test
  void aFileThatChanges_isServedAsItIsAfterASecond() throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    try (FlowServer server = site.serve(Form.BLOCKING);
        Client client = Site.connect(server)) {
      assertEquals("first", client.get("/a").text());
      site.write("a", "another".getBytes());
      String text = "first";
      for (long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
          text.equals("first") && System.nanoTime() < end; ) {
        text = client.get("/a").text();
      }
      assertEquals("another", text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BLOCKING | :single |",
        "BLOCKING | :single | {:inside 5}",
        "BLOCKING | :per-function |",
        "BLOCKING | :per-function | {:waiting :spinning}",
        "BLOCKING | :io |",
        "BLOCKING | [[\"acc.*\"] [\"read\"] [\"parse\" \"load\" \"compose\"] [\"reply\"]] |",
        "NON_BLOCKING | :per-function |",
        "REGISTRY | :io |",
        "BALANCED | :per-function |",
        "BALANCED | | {:capacity 2}",
        "BY_RESOURCE | :per-function |",
        "BY_RESOURCE | :single |"
      })
  void everyMapping_serves(Form form, String sections, String arcs) throws Exception {
    Site site = new Site(root);
    site.write("a", "first".getBytes());
    int expected = form == Form.REGISTRY ? 404 : 200;
    try (FlowServer server = site.serve(form, Site.PATIENT, Mapping.of(sections, arcs));
        Client one = Site.connect(server);
        Client other = Site.connect(server)) {
      for (int i = 0; i < 20; i++) {
        assertEquals(expected, one.get("/a").status());
        assertEquals(expected, other.get("/a").status());
      }
    }
  }

  private static Client.Reply post(Client client, String path, String body) throws Exception {
    client.send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: a\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
    return client.reply();
  }
}
