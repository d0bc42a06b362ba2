package photos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Stands in for a photo service on the Internet: answers searches and serves JPEGs over HTTP on the
 * loopback interface, with the delays such a service has. The server draws the pictures itself
 * ({@link Picture}); they depend only on keyword, number and seed, so two runs get the same
 * pictures.
 *
 * <p>Some keywords cause failures, to test the application: {@code nothing}, {@code
 * missing} (every third photo is 404), {@code broken} (every third JPEG is cut off), {@code outage}
 * (500), {@code garbage}.
 */
final class PhotoServer implements AutoCloseable {
  static final int MAX_RESULTS = 48;
  private static final int MAX_KEYWORD = 100;

  /**
   * The time limit for a whole answer in seconds; the JDK's server reads it when its class is
   * loaded.
   */
  private static final String LONGEST_ANSWER = "sun.net.httpserver.maxRspTime";

  private static final int MAX_CACHED = 128;
  private static final int WIDTH = 1320;
  private static final int HEIGHT = 880;
  private static final double MEDIAN_DELAY_MILLIS = 45;
  private static final double DELAY_SPREAD = 0.35;

  private final long seed;
  private final HttpServer server;
  private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();

  private record PhotoKey(String keyword, int number) {}

  /** The map's own lock guards it; the least recently used picture is dropped first. */
  private final Map<PhotoKey, byte[]> jpegs =
      new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PhotoKey, byte[]> eldest) {
          return size() > MAX_CACHED;
        }
      };

  private PhotoServer(long seed, HttpServer server) {
    this.seed = seed;
    this.server = server;
  }

  static PhotoServer start(long seed) throws IOException {
    // Otherwise a client that does not read its answer would keep a thread for ever.
    if (System.getProperty(LONGEST_ANSWER) == null) {
      System.setProperty(LONGEST_ANSWER, "30");
    }
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    PhotoServer photos = new PhotoServer(seed, HttpServer.create(anyPort, 0));
    photos.server.createContext("/search", exchange -> photos.answer(exchange, photos::search));
    photos.server.createContext("/photo/", exchange -> photos.answer(exchange, photos::photo));
    photos.server.setExecutor(photos.handlers);
    photos.server.start();
    return photos;
  }

  URI address() {
    InetSocketAddress at = server.getAddress();
    return URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort());
  }

  /** Draws pictures ahead, so that drawing them does not compete with the application for cores. */
  void prepare(List<String> keywords, int results) {
    for (String keyword : keywords) {
      IntStream.rangeClosed(1, results).parallel().forEach(number -> jpeg(keyword, number));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    handlers.shutdownNow();
    handlers.close();
  }

  private record Answer(int status, String type, byte[] body) {
    static Answer text(int status, String text) {
      return new Answer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @FunctionalInterface
  private interface Handler {
    Answer answer(URI uri);
  }

  private void answer(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      Answer answer = Answer.text(405, "only GET");
      if (exchange.getRequestMethod().equals("GET")) {
        pause(exchange.getRequestURI());
        answer = answerOrRefuse(exchange.getRequestURI(), handler);
      }
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      exchange.sendResponseHeaders(answer.status(), answer.body().length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(answer.body());
      }
    }
  }

  private static Answer answerOrRefuse(URI uri, Handler handler) {
    try {
      return handler.answer(uri);
    } catch (IllegalArgumentException e) {
      return Answer.text(400, "cannot be decoded: " + uri);
    }
  }

  /** Delays are log-normal as on networks: most are near the median, a few are much longer. */
  private void pause(URI uri) {
    double gaussian = new Random(seed * 31 + uri.toString().hashCode()).nextGaussian();
    long millis = Math.round(MEDIAN_DELAY_MILLIS * Math.exp(DELAY_SPREAD * gaussian));
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      // The server is closing, so it answers at once.
      Thread.currentThread().interrupt();
    }
  }

  private Answer search(URI uri) {
    Map<String, String> query = query(uri);
    String keyword = query.getOrDefault("q", "").strip();
    int results;
    try {
      results = Integer.parseInt(query.getOrDefault("n", "12"));
    } catch (NumberFormatException e) {
      return Answer.text(400, "n is not a number: " + query.get("n"));
    }
    if (keyword.isEmpty() || keyword.length() > MAX_KEYWORD) {
      return Answer.text(400, "q needs 1 to " + MAX_KEYWORD + " characters");
    }
    if (results < 1 || results > MAX_RESULTS) {
      return Answer.text(400, "n must be 1 to " + MAX_RESULTS + ": " + results);
    }
    return switch (keyword) {
      case "outage" -> Answer.text(500, "out of order");
      case "nothing" -> Answer.text(200, "");
      case "garbage" -> Answer.text(200, "<html>Please log in</html>\n");
      default -> Answer.text(200, resultLines(keyword, results));
    };
  }

  private static String resultLines(String keyword, int results) {
    StringBuilder lines = new StringBuilder();
    for (int number = 1; number <= results; number++) {
      // Tabs and line ends separate the answer's fields.
      String title = Picture.title(keyword.replaceAll("\\s+", " "), number);
      lines.append(number).append('\t').append(title).append("\t/photo/");
      lines.append(URLEncoder.encode(keyword, StandardCharsets.UTF_8)).append('/');
      lines.append(number).append(".jpg\n");
    }
    return lines.toString();
  }

  private Answer photo(URI uri) {
    String[] parts = uri.getRawPath().split("/");
    if (parts.length != 4 || !parts[3].matches("[1-9][0-9]?\\.jpg")) {
      return Answer.text(404, "no such photo");
    }
    String keyword = URLDecoder.decode(parts[2], StandardCharsets.UTF_8);
    int number = Integer.parseInt(parts[3].substring(0, parts[3].indexOf('.')));
    if (keyword.isBlank() || keyword.length() > MAX_KEYWORD || number > MAX_RESULTS) {
      return Answer.text(404, "no such photo");
    }
    boolean third = number % 3 == 0;
    if (third && keyword.equals("missing")) {
      return Answer.text(404, "no such photo");
    }
    byte[] jpeg = jpeg(keyword, number);
    boolean cutOff = third && keyword.equals("broken");
    return new Answer(200, "image/jpeg", cutOff ? Arrays.copyOf(jpeg, 400) : jpeg);
  }

  private byte[] jpeg(String keyword, int number) {
    PhotoKey key = new PhotoKey(keyword, number);
    synchronized (jpegs) {
      byte[] known = jpegs.get(key);
      if (known != null) {
        return known;
      }
    }
    // Drawing happens outside the lock. Two threads may draw the same picture, which only costs
    // time.
    byte[] drawn = encode(keyword, number);
    synchronized (jpegs) {
      jpegs.put(key, drawn);
    }
    return drawn;
  }

  private byte[] encode(String keyword, int number) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageWriteParam quality = writer.getDefaultWriteParam();
      quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      quality.setCompressionQuality(0.85f);
      writer.setOutput(out);
      Picture picture = new Picture(keyword, number, seed);
      writer.write(null, new IIOImage(picture.draw(WIDTH, HEIGHT), null, null), quality);
    } catch (IOException e) {
      throw new UncheckedIOException("encoding to memory failed", e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static Map<String, String> query(URI uri) {
    Map<String, String> query = new LinkedHashMap<>();
    String raw = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    for (String pair : raw.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        query.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return query;
  }
}
