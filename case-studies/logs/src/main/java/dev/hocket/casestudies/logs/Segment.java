package dev.hocket.casestudies.logs;

import dev.hocket.casestudies.logs.Hits.Hit;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A part of the index: a file of lines, in the order in which they were read.
 *
 * @param number its place among the segments
 * @param length the number of bytes that are stored; the file may be longer
 */
record Segment(int number, Path file, int length) {
  /** A segment of this length gets a successor. */
  static final int FULL = 8 << 20;

  private static final int MOST_SHOWN = 2_000;

  /**
   * Room for segments, one for each thread that has searched at the same time as others. A byte
   * that is no UTF-8 is stored as three.
   */
  private static final Queue<byte[]> ROOM = new ConcurrentLinkedQueue<>();

  static Path file(Path folder, int number) {
    return folder.resolve("%06d.lines".formatted(number));
  }

  /** Finds lines, on the calling thread. */
  Hits find(Query query) throws IOException {
    byte[] room = ROOM.poll();
    byte[] text = room == null ? new byte[FULL + 3 * LogFile.BATCH_BYTES] : room;
    try {
      read(text);
      return find(query, text);
    } finally {
      ROOM.add(text);
    }
  }

  private void read(byte[] text) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.wrap(text, 0, length);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new EOFException(
              file + " has fewer bytes than the " + length + " that were stored");
        }
      }
    }
  }

  private Hits find(Query query, byte[] text) {
    // A ring of the newest lines: most of them are replaced before they are made into text.
    int[] starts = new int[Hits.MOST_LINES];
    int count = 0;
    for (int at = query.firstPlace(text, 0, length); at >= 0; ) {
      int start = start(text, at);
      int end = end(text, at);
      if (query.matches(text, start, end)) {
        starts[count++ % starts.length] = start;
      }
      at = query.firstPlace(text, end, length);
    }
    List<Hit> newest = new ArrayList<>();
    for (int i = count - 1; i >= Math.max(0, count - starts.length); i--) {
      int start = starts[i % starts.length];
      newest.add(new Hit(number, start, line(text, start, end(text, start))));
    }
    return new Hits(count, newest);
  }

  private static int start(byte[] text, int at) {
    int start = at;
    while (start > 0 && text[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  private int end(byte[] text, int at) {
    int end = at;
    while (end < length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  private static String line(byte[] text, int start, int end) {
    return new String(text, start, Math.min(end - start, MOST_SHOWN), StandardCharsets.UTF_8);
  }
}
