package dev.hocket.core.exit;

import java.util.List;
import java.util.function.BooleanSupplier;

/** The failures and blocks that remain when the JVM exits, for the report. */
public interface Leftovers {
  /**
   * A failure that no wait has claimed.
   *
   * @param block the position of the block that failed
   * @param tag the name of its tag
   * @param failure null if the block is between two steps of its end
   */
  record Unclaimed(String block, String tag, Throwable failure) {}

  /**
   * A block that has not ended.
   *
   * @param description the description, converted to a string when the block is printed
   * @param runner the thread that runs it, or null
   * @param hasEnded whether it has ended since
   */
  record Left(Object description, Thread runner, BooleanSupplier hasEnded) {}

  /**
   * The blocks of a target that have not ended.
   *
   * @param target the target's name
   */
  record LeftOn(String target, List<Left> blocks) {}

  /** The failures that no wait has claimed. */
  List<Unclaimed> unclaimed();

  /** The blocks that have not ended, of all targets. */
  List<LeftOn> blocks();
}
