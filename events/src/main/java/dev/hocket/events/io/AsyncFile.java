package dev.hocket.events.io;

import static dev.hocket.events.Events.aGuard;
import static dev.hocket.events.Events.guard;

import dev.hocket.core.Blocking;
import dev.hocket.events.AsyncEvent;
import dev.hocket.events.Channel;
import dev.hocket.events.Event;
import dev.hocket.events.WaitingAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file whose reads and writes are events (paper 4, section 6): requests to I/O servers, whose
 * number is fixed. An event is chosen when a server takes the request. A branch that is not chosen,
 * because the servers are busy for longer than a timeout, has never begun.
 *
 * <p>The requests of one thread to a file are carried out in their order. An interrupt of the
 * thread that waits does not close the file, unlike with a {@link FileChannel}; once a server has
 * taken the request, the thread waits for the result. A buffer belongs to the event from its
 * synchronisation to its end. All methods may be called from any thread.
 *
 * <p>An event loop must not wait for the result: there, {@code aReadEvt(…).aTap(loop, n -> …)} uses
 * the result on the loop when it has arrived. {@code sync} on a loop and {@link Event#syncThen}
 * with a loop as the target throw an {@link IllegalStateException}; no server then gets a request.
 */
public final class AsyncFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final Channel<Request> server = FileServers.next();

  private AsyncFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Opens a file, on the calling thread.
   *
   * @param path the file
   * @param options as for {@link FileChannel#open}; none for reading
   * @return the file
   * @throws IOException if the system refuses
   */
  public static AsyncFile open(Path path, OpenOption... options) throws IOException {
    return new AsyncFile(path, FileChannel.open(path, options));
  }

  /**
   * The event of reading from a position until the buffer or the file has come to its end.
   *
   * @param buffer the buffer for the bytes
   * @param position the first position, in bytes
   * @return the event; it yields the number of bytes read, or -1 if there are none at the position.
   *     Throws an {@link java.io.UncheckedIOException} that names the file
   * @throws IllegalArgumentException if the position is negative
   */
  public Event<Integer> readEvt(ByteBuffer buffer, long position) {
    check(buffer, position);
    return guard(() -> send(reading(buffer, position)));
  }

  /**
   * {@link #readEvt} as an asynchronous event: its post-consumption actions run after the read.
   *
   * @param buffer the buffer for the bytes
   * @param position the first position, in bytes
   * @return the event
   * @throws IllegalArgumentException if the position is negative
   */
  public AsyncEvent<Void, Integer> aReadEvt(ByteBuffer buffer, long position) {
    check(buffer, position);
    return aGuard(() -> aSend(reading(buffer, position)));
  }

  /**
   * The event of writing all bytes of a buffer at a position.
   *
   * @param buffer the buffer with the bytes
   * @param position the first position, in bytes; beyond the end, the bytes in between become
   *     undefined
   * @return the event; it yields the number of bytes written. Throws an {@link
   *     java.io.UncheckedIOException} that names the file
   * @throws IllegalArgumentException if the position is negative
   */
  public Event<Integer> writeEvt(ByteBuffer buffer, long position) {
    check(buffer, position);
    return guard(() -> send(writing(buffer, position)));
  }

  /**
   * {@link #writeEvt} as an asynchronous event: its post-consumption actions run after the write.
   *
   * @param buffer the buffer with the bytes
   * @param position the first position, in bytes
   * @return the event
   * @throws IllegalArgumentException if the position is negative
   */
  public AsyncEvent<Void, Integer> aWriteEvt(ByteBuffer buffer, long position) {
    check(buffer, position);
    return aGuard(() -> aSend(writing(buffer, position)));
  }

  /**
   * The length of the file after all operations requested before. Waits for these; an interrupt
   * does not end the wait.
   *
   * @return the number of bytes
   * @throws IOException that names the file, if the system fails
   * @throws IllegalStateException on the thread of an event loop, which must not wait, and if 4,000
   *     threads of the calling thread's worker wait already
   */
  public long size() throws IOException {
    String what = "size of " + path;
    Blocking.checkMayBlock(what);
    long[] size = new long[1];
    // If the thread is interrupted, even this call would close the file.
    Request request =
        new Request(
            what,
            () -> {
              size[0] = channel.size();
              return 0;
            });
    server.aSend(request);
    try {
      request.result();
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
    return size[0];
  }

  /**
   * The path of the file.
   *
   * @return the path as given to {@link #open}
   */
  public Path path() {
    return path;
  }

  /** Closes the file. A request that is being served fails, and so do all later ones. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return "file " + path;
  }

  private Event<Integer> send(Request request) {
    return server.sendEvt(request).wrap((WaitingAction<Void, Integer>) taken -> request.result());
  }

  private AsyncEvent<Void, Integer> aSend(Request request) {
    return server.aSendEvt(request).aWrap((WaitingAction<Void, Integer>) taken -> request.result());
  }

  private Request reading(ByteBuffer buffer, long position) {
    return new Request(
        "read " + path + " from byte " + position,
        () -> {
          int all = 0;
          for (int n; buffer.hasRemaining(); all += n) {
            n = channel.read(buffer, position + all);
            if (n < 0) {
              return all == 0 ? -1 : all;
            }
          }
          return all;
        });
  }

  private Request writing(ByteBuffer buffer, long position) {
    return new Request(
        "write " + path + " from byte " + position,
        () -> {
          int all = 0;
          while (buffer.hasRemaining()) {
            all += channel.write(buffer, position + all);
          }
          return all;
        });
  }

  private void check(ByteBuffer buffer, long position) {
    Objects.requireNonNull(buffer, "buffer");
    if (position < 0) {
      throw new IllegalArgumentException(this + ": position " + position + " is negative");
    }
  }
}
