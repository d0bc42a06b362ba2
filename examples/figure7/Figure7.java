import com.sun.net.httpserver.HttpServer;
import java.awt.EventQueue;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import javax.imageio.ImageIO;

/**
 * Figure 7 of "Supporting Asynchronization in OpenMP for Event-Driven Programming" as a whole
 * program: a button handler that downloads an image, converts it and shows it. Without the comments
 * the code is sequential; with them the event thread only updates the window.
 */
public class Figure7 {
  /** A request of a user. */
  record Info(String topic) {}

  private static final CountDownLatch FINISHED = new CountDownLatch(1);
  private static URI server;

  static void buttonOnClick() {
    Panel.showMsg("Started EDT handling");
    Info info = Panel.collectInput();
    //#omp target virtual(worker) nowait
    {
      int hscode = getHashCode(info);
      downloadAndCompute(hscode);
      //#omp target virtual(edt)
      Panel.showMsg("Finished!");
      FINISHED.countDown();
    }
  }

  static void downloadAndCompute(int hs) {
    byte[] buf = networkDownload(hs);
    BufferedImage img = formatConvert(buf);
    //#omp target virtual(edt)
    Panel.displayImg(img);
  }

  static int getHashCode(Info info) {
    return Math.floorMod(info.topic().hashCode(), 1000);
  }

  static byte[] networkDownload(int hs) {
    try (InputStream in = server.resolve("/" + hs).toURL().openStream()) {
      return in.readNBytes(1_000_000);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BufferedImage formatConvert(byte[] buf) {
    try {
      BufferedImage read = ImageIO.read(new ByteArrayInputStream(buf));
      BufferedImage grey =
          new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_BYTE_GRAY);
      grey.createGraphics().drawImage(read, 0, 0, null);
      return grey;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Represents the window, so that the program also runs without a display. */
  static final class Panel {
    static void showMsg(String message) {
      System.out.println(message + onEventThread());
    }

    static Info collectInput() {
      return new Info("lighthouse");
    }

    static void displayImg(BufferedImage img) {
      System.out.println("Image of " + img.getWidth() + " by " + img.getHeight() + onEventThread());
    }

    private static String onEventThread() {
      return EventQueue.isDispatchThread() ? " (on the event thread)" : " (NOT on the event thread)";
    }
  }

  public static void main(String[] args) throws Exception {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          byte[] image = png(Integer.parseInt(exchange.getRequestURI().getPath().substring(1)));
          exchange.sendResponseHeaders(200, image.length);
          exchange.getResponseBody().write(image);
          exchange.close();
        });
    http.start();
    server = URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    EventQueue.invokeLater(Figure7::buttonOnClick);
    FINISHED.await();
    http.stop(0);
  }

  private static byte[] png(int seed) throws IOException {
    BufferedImage image = new BufferedImage(320, 200, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < 200; y++) {
      for (int x = 0; x < 320; x++) {
        image.setRGB(x, y, (x * seed) ^ (y << 8));
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }
}
