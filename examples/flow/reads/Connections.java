import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The first and the last function of the flow. */
public final class Connections {
  private Connections() {}

  /** Accepts a given number of connections. */
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
