package dev.hocket.core;

import javafx.application.Platform;

/** The JavaFX loop, in a toolkit started for the tests. */
public final class FxKind extends TargetKind {
  static {
    Platform.startup(() -> {});
  }

  /** The one there is. */
  public FxKind() {
    super("FX_LOOP", true, () -> loop("fx"));
  }
}
