import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Reads more of a request. */
public final class NbReadConcat extends NonBlockingRead {
  @Function(blocking = true)
  public Object[] nbReadConcat(SocketChannel connection, String before) throws IOException {
    return new Object[] {before + read(connection), connection};
  }
}
