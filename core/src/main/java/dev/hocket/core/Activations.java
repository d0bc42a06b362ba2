package dev.hocket.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The suspended activations of a coroutine: a stack of frames. Only the top is ever read or
 * removed. Unwinding yields frames innermost first, so they are gathered in a separate list, which
 * is then put on top of the stack as a whole.
 */
// Only the thread that runs the coroutine uses it. A superclass, because a component would cost
// every suspended handler another object.
abstract class Activations extends Result {
  /** The number of callers that a stack trace names. */
  private static final int MOST_CALLERS = 64;

  private Frame top;
  private Frame firstUnwound;
  private Frame lastUnwound;

  /** Adds one more activation to the gathered ones: the caller of the last one. */
  final void gather(Frame frame) {
    if (firstUnwound == null) {
      firstUnwound = frame;
    } else {
      lastUnwound.caller = frame;
    }
    lastUnwound = frame;
  }

  /** Puts the gathered frames on top of the stack. */
  final void link() {
    if (firstUnwound != null) {
      lastUnwound.caller = top;
      top = firstUnwound;
      forgetGathered();
    }
  }

  /** Takes the gathered frames, without the last if its activation is still on the stack. */
  final Frame takeGathered() {
    Frame first = firstUnwound;
    if (first != null && !lastUnwound.isFilled()) {
      Frame last = null;
      for (Frame f = first; f != lastUnwound; f = f.caller) {
        last = f;
      }
      if (last == null) {
        first = null;
      } else {
        last.caller = null;
      }
    }
    forgetGathered();
    return first;
  }

  private void forgetGathered() {
    firstUnwound = null;
    lastUnwound = null;
  }

  /** Takes the top; null if there is none. */
  final Frame pop() {
    Frame frame = top;
    if (frame != null) {
      top = frame.caller;
    }
    return frame;
  }

  /** Replaces all frames, and returns the old ones. */
  final Frame exchange(Frame others) {
    Frame before = top;
    top = others;
    return before;
  }

  /** The activations, innermost first, as a stack trace shows them. */
  final StackTraceElement[] callers() {
    List<StackTraceElement> elements = new ArrayList<>();
    for (Frame f = top; f != null && elements.size() < MOST_CALLERS; f = f.caller) {
      if (f.point() != 0) {
        elements.add(element(f.where));
      }
    }
    return elements.toArray(StackTraceElement[]::new);
  }

  /** Parses a position such as {@code p.C.m(C.java:12)}. */
  private static StackTraceElement element(String where) {
    int open = where.indexOf('(');
    int dot = where.lastIndexOf('.', open);
    int colon = where.lastIndexOf(':');
    return new StackTraceElement(
        where.substring(0, dot),
        where.substring(dot + 1, open),
        where.substring(open + 1, colon),
        Integer.parseInt(where.substring(colon + 1, where.length() - 1)));
  }
}
