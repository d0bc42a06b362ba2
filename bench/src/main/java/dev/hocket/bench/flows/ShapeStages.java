package dev.hocket.bench.flows;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The functions of {@link FlowShapes}. */
public final class ShapeStages {
  private ShapeStages() {}

  /** The numbers from 0 upwards. */
  public static final class Numbers {
    private long next;

    /** The next number, up to a limit. */
    @Function(source = true)
    public Object numbers(long items) {
      return next < items ? (Object) next++ : Flow.END;
    }
  }

  /** A function with state. */
  public static final class Keeps {
    private long calls;

    /** Mixes a number. */
    @Function
    public long keeps(long number, int steps) {
      return PipelineStages.mix(number, steps) + (calls++ & 1);
    }
  }

  /** A function with state whose cost depends on the number. */
  public static final class Varies {
    private long calls;

    /** Mixes a number. The cost rises between two numbers, or at every n-th number. */
    @Function
    public long varies(long number, long index, long from, long to, int each, int steps) {
      boolean costs = index >= from && index < to && index % each == 0;
      return PipelineStages.mix(number, costs ? steps : 1) + (calls++ & 1);
    }
  }

  /** Mixes a number, without state. */
  @Function
  public static long mixes(long number, int steps) {
    return PipelineStages.mix(number, steps);
  }

  /** Waits, without the annotation that would declare it. */
  @Function
  public static long waits(long number, long nanos) {
    LockSupport.parkNanos(nanos);
    return number;
  }

  /** Makes a list of successive numbers. */
  @Function
  public static List<Long> spread(long number, int elements) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < elements; i++) {
      all.add(number + i);
    }
    return all;
  }

  /** A function that adds numbers up. */
  public static final class Adds {
    private long sum;

    /** Returns the sum of all numbers so far. */
    @Function
    public long adds(long number) {
      sum += number;
      return sum;
    }

    /** Returns the sum of the numbers in all lists so far. */
    @Function
    public long addsAll(List<Long> numbers) {
      for (long number : numbers) {
        sum += number;
      }
      return sum;
    }
  }
}
