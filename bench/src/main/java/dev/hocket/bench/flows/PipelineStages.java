package dev.hocket.bench.flows;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;

/** The source and the three functions of a pipeline, which all peers call. */
public final class PipelineStages {
  private PipelineStages() {}

  /** The numbers from 1 upwards. */
  public static final class Numbers {
    private long last;

    /** The next number, up to a limit. */
    @Function(source = true)
    public Object numbers(long items) {
      return last < items ? ++last : Flow.END;
    }
  }

  /** The first function. */
  public static final class First {
    private long calls;

    /** Mixes a number. */
    @Function
    public long first(long number, int rounds) {
      return mix(number, rounds) + (calls++ & 1);
    }
  }

  /** The second function. */
  public static final class Second {
    private long calls;

    /** Mixes a number. */
    @Function
    public long second(long number, int rounds) {
      return mix(number, rounds) + (calls++ & 1);
    }
  }

  /** The third function. */
  public static final class Third {
    private long sum;

    /** Mixes a number, and returns the sum of all numbers so far. */
    @Function
    public long third(long number, int rounds) {
      sum += mix(number, rounds);
      return sum;
    }
  }

  /**
   * Takes one or two nanoseconds for each round, and cannot be computed by the compiler in advance.
   */
  static long mix(long number, int rounds) {
    long mixed = number;
    for (int i = 0; i < rounds; i++) {
      mixed ^= mixed << 13;
      mixed ^= mixed >>> 7;
      mixed ^= mixed << 17;
    }
    return mixed;
  }
}
