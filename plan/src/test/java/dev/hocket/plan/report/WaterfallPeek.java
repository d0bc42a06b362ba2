package dev.hocket.plan.report;

import dev.hocket.plan.requests.Request;

/** Draws requests, for the tests of their package. */
public final class WaterfallPeek {
  private WaterfallPeek() {}

  /** Returns the drawing of a request, as a page has it. */
  public static String of(Request request) {
    return Waterfall.of(request);
  }
}
