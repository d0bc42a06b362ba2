package pj;

/**
 * The runtime library, which programs of the older compiler start explicitly. New programs need no
 * such call.
 */
public final class PjRuntime {
  private PjRuntime() {}

  /** Does nothing: the library starts by itself. */
  public static void init() {}
}
