package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Formattable;
import java.util.Formatter;
import java.util.List;
import java.util.Random;

/**
 * Functions that know only a type above the class of an object, whose code runs when the JDK reads
 * it.
 */
final class HostileTypes {
  private HostileTypes() {}

  static void reset() {
    Counted.USES[0] = 0;
    Turns.TURNS[0] = 0;
  }

  /** A list of no elements that counts how often it is asked for their number. */
  static class Asked extends AbstractList<Long> {
    private int asked;

    @Override
    public Long get(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int size() {
      asked++;
      return 0;
    }
  }

  @Function
  static Asked asked(long x) {
    return new Asked() {
      @Override
      public String toString() {
        return "none of " + ++super.asked;
      }
    };
  }

  @Function
  static int timesAsked(Asked list, long x) {
    Hostile.slow(x + 1);
    return list.asked;
  }

  @Function
  static String askedText(Asked list, long x) {
    Hostile.slow(x);
    return "" + list;
  }

  @Function
  static int sizeOfAny(Collection<?> values, long x) {
    Hostile.slow(x);
    return values.size();
  }

  @Function
  static String anyText(Object object, long x) {
    Hostile.slow(x);
    return String.valueOf(object);
  }

  @Function
  static String anyTextOfList(Iterable<?> objects, long x) {
    Hostile.slow(x);
    return "" + objects;
  }

  @Function
  static List<HostileReaders.Page> twoPages(long x) {
    return List.of(new HostileReaders.Page(), new HostileReaders.Page());
  }

  @Function
  static int firstShown(List<HostileReaders.Page> pages, long x) {
    return HostileReaders.shownOf(pages.getFirst(), x);
  }

  /** An object that the JDK formats by its own code. */
  static final class Formatted implements Formattable {
    private int times;

    @Override
    public void formatTo(Formatter formatter, int flags, int width, int precision) {
      formatter.format("f" + ++times);
    }
  }

  @Function
  static Formatted formattedOf(long x) {
    return new Formatted();
  }

  @Function
  static String inFormat(Formatted formatted, long x) {
    Hostile.slow(x);
    return String.format("%s", formatted);
  }

  @Function
  static int timesFormatted(Formatted formatted, long x) {
    Hostile.slow(x + 1);
    return formatted.times;
  }

  /** A text that counts all its uses in a static field. */
  static final class Counted {
    static final long[] USES = new long[1];

    @Override
    public String toString() {
      return "c" + ++USES[0];
    }
  }

  @Function
  static Counted counted(long x) {
    return new Counted();
  }

  @Function
  static String countedText(Counted counted, long x) {
    Hostile.slow(x);
    return "" + counted;
  }

  @Function
  static long uses(long x) {
    Hostile.slow(x + 1);
    return Counted.USES[0];
  }

  /** An interface with a table, which the classes below it name as their own. */
  interface Turns {
    long[] TURNS = new long[1];
  }

  /** Adds to the table. */
  static final class Left implements Turns {
    static long turn(long x) {
      return TURNS[0] = 3 * TURNS[0] + x;
    }
  }

  /** Reads the table. */
  static final class Right implements Turns {
    static long turns() {
      return TURNS[0];
    }
  }

  @Function
  static long turnLeft(long x) {
    Hostile.slow(x);
    return Left.turn(x);
  }

  @Function
  static long turnsRight(long x) {
    Hostile.slow(x + 1);
    return Right.turns();
  }

  /** What may be the function's own object, or another one. */
  interface Touch {
    /** Touches an array. */
    long touch(long[] cell);
  }

  /** Changes what it touches. */
  static final class Raising implements Touch {
    @Override
    public long touch(long[] cell) {
      return cell[0] = 3 * cell[0] + 1;
    }
  }

  /** A function that reads, and lets another object change, what it gets. */
  static final class Either implements Touch {
    private long touched;

    @Override
    public long touch(long[] cell) {
      return cell[0] + ++touched;
    }

    @Function
    long either(Touch other, long[] cell, long x) {
      Touch touch = Hostile.slow(x) % 2 == 0 ? other : this;
      return touch.touch(cell);
    }
  }

  /** Returns a generator, which several threads may use as its type says, with code that counts. */
  @Function
  static Random generatorOf(long[] cell) {
    return new Random(1) {
      private static final long serialVersionUID = 1L;

      @Override
      protected int next(int bits) {
        cell[0] = 3 * cell[0] + 1;
        return super.next(bits);
      }
    };
  }

  @Function
  static int drawn(Random random, long x) {
    Hostile.slow(x);
    return random.nextInt(9);
  }

  @Function
  static BigDecimal amountOf(long[] cell) {
    return new BigDecimal("1") {
      private static final long serialVersionUID = 1L;

      @Override
      public int intValue() {
        cell[0] = 3 * cell[0] + 1;
        return 1;
      }
    };
  }

  @Function
  static int whole(BigDecimal amount, long x) {
    Hostile.slow(x);
    return amount.intValue();
  }

  @Function
  static InstantSource instantsOf(long[] cell) {
    return () -> Instant.ofEpochMilli(cell[0] = 3 * cell[0] + 1);
  }

  @Function
  static long millis(InstantSource instants, long x) {
    Hostile.slow(x);
    return instants.millis();
  }

  @Function
  static long millisInZone(InstantSource instants, long x) {
    Hostile.slow(x);
    return LocalDate.now(instants.withZone(ZoneOffset.UTC)).toEpochDay();
  }

  @Function
  static Reader readerOf(long[] cell) {
    return new Reader() {
      @Override
      public int read(char[] buffer, int from, int length) {
        cell[0] = 3 * cell[0] + 1;
        return -1;
      }

      @Override
      public void close() {}
    };
  }

  @Function
  static long lines(Reader reader, long x) {
    Hostile.slow(x);
    return new BufferedReader(reader).lines().count();
  }
}
