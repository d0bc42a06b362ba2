package dev.hocket.plan.report;

import java.util.List;

/**
 * A stack of a loop's thread at one moment.
 *
 * @param time nanoseconds since 1970
 * @param frames innermost first, as in {@code com.example.Panel.load(Panel.java:12)}
 */
record StackSample(long time, List<String> frames) {

  StackSample {
    frames = List.copyOf(frames);
  }
}
