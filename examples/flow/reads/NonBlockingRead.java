import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Reads the bytes that have arrived, and does not wait for more. */
public class NonBlockingRead {
  private static final Duration REST = Duration.ofMillis(1);

  private final ByteBuffer buffer = ByteBuffer.allocate(900);

  @Function(blocking = true)
  public Object[] nbRead(SocketChannel connection) throws IOException {
    connection.configureBlocking(false);
    return new Object[] {read(connection), connection};
  }

  /** Returns the bytes that have arrived; pauses briefly if there are none. */
  final String read(SocketChannel connection) throws IOException {
    buffer.clear();
    int count = connection.read(buffer);
    if (count < 0) {
      throw new IOException("the client closed the connection in the middle of a request");
    }
    if (count == 0) {
      LockSupport.parkNanos(REST.toNanos());
    }
    buffer.flip();
    return StandardCharsets.US_ASCII.decode(buffer).toString();
  }
}
