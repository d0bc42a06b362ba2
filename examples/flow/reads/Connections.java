import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Where the flow begins and ends. */
public final class Connections {
  private Connections() {}

  /** Accepts so many connections. */
  public static final class Accept {
    private int accepted;

    @Function(source = true, blocking = true)
    public Object accept(ServerSocketChannel server, int connections) throws IOException {
      if (accepted == connections) {
        return Flow.END;
      }
      accepted++;
      return server.accept();
    }
  }

  @Function
  public static String hangUp(SocketChannel connection, String request) throws IOException {
    connection.close();
    return request.strip();
  }
}
