package dev.hocket.casestudies.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
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

  /** The version, the length of the segment, and the ends of the blocks. */
  private static final int HEADER_BYTES = (2 + MOST) * Integer.BYTES;

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
      ByteBuffer begin = ByteBuffer.allocate(2 * Integer.BYTES);
      return channel.size() == FILE_BYTES
          && channel.read(begin, 0) == begin.capacity()
          && begin.getInt(0) == VERSION
          && begin.getInt(Integer.BYTES) == segment.length();
    }
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

  /** Which blocks may have lines that match; all of a segment that has no file yet. */
  static Choice choose(Segment segment, Query query) throws IOException {
    BitSet candidates = new BitSet();
    if (!segment.isFull()) {
      candidates.set(0);
      return new Choice(new int[] {segment.length()}, candidates);
    }
    int[] ends = new int[MOST];
    candidates.set(0, MOST);
    try (FileChannel channel = FileChannel.open(file(segment))) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      channel.read(header, 0);
      header.position(2 * Integer.BYTES).asIntBuffer().get(ends);
      ByteBuffer row = ByteBuffer.allocate(ROW_BYTES);
      for (int sequence : query.sequences()) {
        channel.read(row.clear(), HEADER_BYTES + (long) place(sequence) * ROW_BYTES);
        candidates.and(BitSet.valueOf(row.flip()));
        if (candidates.isEmpty()) {
          break;
        }
      }
    }
    return new Choice(ends, candidates);
  }
}
