package dev.hocket.core.loops;

import dev.hocket.core.platform.Optionals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Finds the toolkits that the program has. */
public final class Toolkits {
  private Toolkits() {}

  /** Returns the loops of the toolkits that are present. */
  public static List<ToolkitLoop> present() {
    List<ToolkitLoop> present = new ArrayList<>();
    if (Optionals.AWT) {
      present.add(new SwingLoop());
    }
    addIfThere(FxLoop::new, present);
    addIfThere(AndroidLoop::new, present);
    return present;
  }

  private static void addIfThere(Callable<ToolkitLoop> toolkit, List<ToolkitLoop> present) {
    try {
      present.add(toolkit.call());
    } catch (Exception | LinkageError notThere) {
      // The program does not have this toolkit.
    }
  }
}
