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
 * @param isFull whether it has a successor, and so {@link Blocks}
 */
record Segment(int number, Path file, int length, boolean isFull) {
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

  /**
   * Finds lines, on the calling thread, the newest blocks first.
   *
   * @param enough it may end when it has found so many
   */
  Hits find(Query query, long enough) throws IOException {
    Blocks.Choice choice = Blocks.choose(this, query);
    if (choice.candidates().isEmpty()) {
      return Hits.NONE;
    }
    List<Hit> newest = new ArrayList<>();
    byte[] text = takeRoom();
    try (FileChannel lines = FileChannel.open(file)) {
      long count = 0;
      int block = choice.candidates().length() - 1;
      while (block >= 0 && count < enough) {
        int start = choice.start(block);
        int size = choice.ends()[block] - start;
        read(lines, start, ByteBuffer.wrap(text, 0, size));
        count += find(query, text, size, start, newest);
        block = choice.candidates().previousSetBit(block - 1);
      }
      return new Hits(count, block < 0, newest);
    } finally {
      ROOM.add(text);
    }
  }

  private static byte[] takeRoom() {
    byte[] room = ROOM.poll();
    return room == null ? new byte[FULL + 3 * LogFile.BATCH_BYTES] : room;
  }

  /** Makes its blocks, unless it has them. */
  void ensureBlocks() throws IOException {
    byte[] text = takeRoom();
    try (FileChannel lines = FileChannel.open(file)) {
      Blocks.ensure(
          this,
          () -> {
            read(lines, 0, ByteBuffer.wrap(text, 0, length));
            return text;
          });
    } finally {
      ROOM.add(text);
    }
  }

  private void read(FileChannel lines, int start, ByteBuffer text) throws IOException {
    while (text.hasRemaining()) {
      if (lines.read(text, start + text.position()) < 0) {
        throw new EOFException(file + " has fewer bytes than the " + length + " that were stored");
      }
    }
  }

  /**
   * Counts the lines of a block that match, and adds the newest of them, as long as there is room.
   */
  private long find(Query query, byte[] text, int size, int offset, List<Hit> newest) {
    // A ring of the newest lines: most of them are replaced before they are made into text.
    int[] starts = new int[Hits.MOST_LINES];
    int count = 0;
    for (int at = query.firstPlace(text, 0, size); at >= 0; ) {
      int start = start(text, at);
      int end = end(text, at, size);
      if (query.matches(text, start, end)) {
        starts[count++ % starts.length] = start;
      }
      at = query.firstPlace(text, end, size);
    }
    int oldest = Math.max(0, count - starts.length);
    for (int i = count - 1; i >= oldest && newest.size() < Hits.MOST_LINES; i--) {
      int start = starts[i % starts.length];
      newest.add(new Hit(number, offset + start, line(text, start, end(text, start, size))));
    }
    return count;
  }

  private static int start(byte[] text, int at) {
    int start = at;
    while (start > 0 && text[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  private static int end(byte[] text, int at, int size) {
    int end = at;
    while (end < size && text[end] != '\n') {
      end++;
    }
    return end;
  }

  /** The text of a line, without the return that some systems end lines with. */
  private static String line(byte[] text, int start, int ending) {
    int end = ending > start && text[ending - 1] == '\r' ? ending - 1 : ending;
    return new String(text, start, Math.min(end - start, MOST_SHOWN), StandardCharsets.UTF_8);
  }
}
