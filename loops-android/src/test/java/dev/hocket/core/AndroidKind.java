package dev.hocket.core;

/** Android's main looper, which Robolectric has started. */
public final class AndroidKind extends TargetKind {
  /** The one there is. */
  public AndroidKind() {
    super("ANDROID_LOOP", true, () -> loop("android"));
  }
}
