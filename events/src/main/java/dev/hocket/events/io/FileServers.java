package dev.hocket.events.io;

import dev.hocket.events.Channel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The I/O servers of all files: a fixed number of virtual threads that carry out the requests they
 * receive. A file stays with one server, so its requests are carried out in order.
 */
final class FileServers {
  /** Disks are fastest with several requests at a time; each keeps a carrier while it is served. */
  static final int COUNT = 2 * Runtime.getRuntime().availableProcessors();

  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final List<Channel<Request>> ALL =
      IntStream.range(0, COUNT).mapToObj(FileServers::start).toList();

  private FileServers() {}

  /** Returns the channel of the server that gets the next file, in turn. */
  static Channel<Request> next() {
    return ALL.get(Math.floorMod(NEXT.getAndIncrement(), COUNT));
  }

  private static Channel<Request> start(int number) {
    Channel<Request> requests = new Channel<>("of file server " + number);
    RequestServer.start(requests);
    return requests;
  }
}
