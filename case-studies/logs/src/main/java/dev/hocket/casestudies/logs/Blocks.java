package dev.hocket.casestudies.logs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

/**
 * A file beside a full segment that says which parts of it may contain a word, so that a search
 * reads only these. A block is some 64 KiB of whole lines. For each of its sequences of up to three
 * bytes it has a bit, at a place that is computed from the sequence (a Bloom filter with one hash
 * function); the bits of all blocks at one place are neighbours, so a search reads 16 bytes for
 * each sequence of its words. A block whose bits are all set is looked at; only its lines decide.
 *
 * <p>The file can always be made again from the segment, which never changes.
 */
final class Blocks {
  /** The most blocks of a segment: their bits at one place are two longs. */
  static final int MOST = 128;

  /** The most bytes of a sequence. */
  static final int SEQUENCE = 3;

  private static final int PLACE_BITS = 14;
  private static final int PLACES = 1 << PLACE_BITS;
  private static final int ROW_BYTES = MOST / Byte.SIZE;
  private static final int VERSION = 0x4C6F6731;

  /** The version and the length of the segment; behind them are the ends of the blocks. */
  private static final int BEGIN_BYTES = 2 * Integer.BYTES;

  private static final int HEADER_BYTES = BEGIN_BYTES + MOST * Integer.BYTES;

  private static final int FILE_BYTES = HEADER_BYTES + PLACES * ROW_BYTES;

  /** A multiplier that spreads neighbouring sequences (Fibonacci hashing). */
  private static final int SPREAD = 0x9E3779B1;

  private Blocks() {}

  private static Path file(Segment segment) {
    return segment.file().resolveSibling("%06d.blocks".formatted(segment.number()));
  }

  /** Deletes the file of a segment that will be written again. */
  static void delete(Segment segment) throws IOException {
    Files.deleteIfExists(file(segment));
  }

  /** Reads the text of a segment. */
  interface Text {
    byte[] read() throws IOException;
  }

  /** Makes the file of a segment, unless there is one. */
  static void ensure(Segment segment, Text lines) throws IOException {
    Path file = file(segment);
    if (isOf(segment, file)) {
      return;
    }
    ByteBuffer all = ByteBuffer.allocate(FILE_BYTES);
    fill(all, lines.read(), segment.length());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel out =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      for (all.clear(); all.hasRemaining(); ) {
        out.write(all);
      }
      out.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isOf(Segment segment, Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return isOf(segment, channel);
    }
  }

  private static boolean isOf(Segment segment, FileChannel channel) throws IOException {
    if (channel.size() != FILE_BYTES) {
      return false;
    }
    ByteBuffer begin = read(channel, 0, BEGIN_BYTES);
    return begin.getInt() == VERSION && begin.getInt() == segment.length();
  }

  private static void fill(ByteBuffer all, byte[] text, int length) {
    all.putInt(VERSION).putInt(length);
    int least = length / MOST + 1;
    int start = 0;
    for (int block = 0; block < MOST; block++) {
      int end = Math.min(length, start + least);
      while (end < length && text[end - 1] != '\n') {
        end++;
      }
      all.putInt(end);
      setBits(all, block, placesIn(text, start, end));
      start = end;
    }
  }

  private static BitSet placesIn(byte[] text, int start, int end) {
    long[] present = new long[PLACES / Long.SIZE];
    int last = 0;
    for (int at = start; at < end; at++) {
      last = last << Byte.SIZE | Query.lower(text[at]) & 0xFF;
      set(present, place(last & 0xFF));
      // At the start of a block these have zeros in front; a bit too many only costs a look.
      set(present, place(last & 0xFFFF));
      set(present, place(last & 0xFFFFFF));
    }
    return BitSet.valueOf(present);
  }

  private static void set(long[] bits, int place) {
    bits[place >> 6] |= 1L << place;
  }

  private static int place(int sequence) {
    return sequence * SPREAD >>> Integer.SIZE - PLACE_BITS;
  }

  private static void setBits(ByteBuffer all, int block, BitSet places) {
    int inRow = block / Byte.SIZE;
    for (int place = places.nextSetBit(0); place >= 0; place = places.nextSetBit(place + 1)) {
      int at = HEADER_BYTES + place * ROW_BYTES + inRow;
      all.put(at, (byte) (all.get(at) | 1 << block % Byte.SIZE));
    }
  }

  /**
   * The blocks of a segment that a search must look at.
   *
   * @param ends the end of each block in the segment
   * @param candidates those that may have lines that match
   */
  record Choice(int[] ends, BitSet candidates) {
    /** Where a block begins. */
    int start(int block) {
      return block == 0 ? 0 : ends[block - 1];
    }
  }

  /** Which blocks may have lines that match; the whole segment as one if it has no file. */
  static Choice choose(Segment segment, Query query) throws IOException {
    if (segment.isFull()) {
      try (FileChannel channel = FileChannel.open(file(segment))) {
        if (isOf(segment, channel)) {
          return new Choice(ends(channel), candidates(channel, query));
        }
      } catch (NoSuchFileException lost) {
        // A restart has just cut this segment off.
      }
    }
    BitSet all = new BitSet();
    all.set(0);
    return new Choice(new int[] {segment.length()}, all);
  }

  private static int[] ends(FileChannel channel) throws IOException {
    int[] ends = new int[MOST];
    read(channel, BEGIN_BYTES, MOST * Integer.BYTES).asIntBuffer().get(ends);
    return ends;
  }

  private static BitSet candidates(FileChannel channel, Query query) throws IOException {
    BitSet candidates = new BitSet();
    candidates.set(0, MOST);
    for (int sequence : query.sequences()) {
      long row = HEADER_BYTES + (long) place(sequence) * ROW_BYTES;
      candidates.and(BitSet.valueOf(read(channel, row, ROW_BYTES)));
      if (candidates.isEmpty()) {
        break;
      }
    }
    return candidates;
  }

  private static ByteBuffer read(FileChannel channel, long from, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw new EOFException("blocks end at " + channel.size() + ", not behind " + from);
      }
    }
    return bytes.flip();
  }
}
