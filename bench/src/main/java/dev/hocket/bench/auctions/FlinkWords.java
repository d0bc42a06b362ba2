package dev.hocket.bench.auctions;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Replayable;

/**
 * A word count over a text that is generated, so that any size fits and any place is found again.
 */
public final class FlinkWords {
  /** The bytes of a word with the space after it. */
  static final int BYTES = 7;

  private static final int VOCABULARY = 10_000;
  private static final int FIRST = 100_000;

  private FlinkWords() {}

  /** The words of a text; a position is the number of the next one. */
  public static final class Text implements Replayable {
    private long next;

    /** Returns the next word of a text with a number of words. */
    @Function(source = true)
    public Object words(long words) {
      return next < words ? word(next++) : Flow.END;
    }

    @Override
    public Object position() {
      return next;
    }

    @Override
    public void seek(Object position) {
      next = (Long) position;
    }
  }

  /** The word at a place; half of all words are of the commonest hundredth of the vocabulary. */
  static String word(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    int most = mixed < 0 ? VOCABULARY / 100 : VOCABULARY;
    return Integer.toString(FIRST + (int) ((mixed >>> 17) % most));
  }

  /** The count of a word. */
  public static final class Counter {
    private long count;

    /** Counts a word. */
    @Function
    public long count(String word) {
      return ++count;
    }
  }

  /** A cell of a state whose size is known. */
  public static final class Cell {
    /** The bytes of a cell. */
    static final int BYTES = 10_000;

    private final byte[] content = new byte[BYTES];
    private long count;
    private transient boolean isTouched;

    /** Changes the cell. */
    @Function
    public long touch(long cell) {
      FlinkState.fail();
      count++;
      content[(int) (count % BYTES)]++;
      if (!isTouched) {
        isTouched = true;
        FlinkState.touched();
      }
      return count;
    }
  }

  /** The cell that a packet is about. */
  @Function
  public static long cell(long number, long cells) {
    return number % cells;
  }
}
