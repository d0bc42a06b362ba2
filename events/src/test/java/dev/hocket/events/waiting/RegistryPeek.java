package dev.hocket.events.waiting;

/** Shows tests of other packages the known ports. */
public final class RegistryPeek {
  private RegistryPeek() {}

  public static int size() {
    return Registry.size();
  }
}
