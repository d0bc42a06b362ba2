package pj;

/**
 * The run-time library that programs of the older compiler start by hand. New ones need no such
 * call.
 */
public final class PjRuntime {
  private PjRuntime() {}

  /** Does nothing: the library starts by itself. */
  public static void init() {}
}
