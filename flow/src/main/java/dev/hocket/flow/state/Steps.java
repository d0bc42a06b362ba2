package dev.hocket.flow.state;

/**
 * Counts the steps of an analysis, which may take {@link #MOST}: a step is an instruction, or an
 * object that a value leads to. A function that runs a flow leads through the engine and takes
 * millions, of 7 µs each.
 */
final class Steps {
  private static final int MOST = 100_000;

  private int taken;

  /** Thrown if the analysis needs more steps; {@link Summary#unknown} is its result then. */
  static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLarge() {
      super(null, null, false, false);
    }
  }

  /** Lets another analysis begin, which may take as many steps. */
  void restart() {
    taken = 0;
  }

  void take() {
    taken++;
    check();
  }

  /** Throws the exception of too many steps again, because ASM's analyser wraps what it catches. */
  void check() {
    if (taken > MOST) {
      throw new TooLarge();
    }
  }
}
