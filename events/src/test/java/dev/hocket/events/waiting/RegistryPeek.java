package dev.hocket.events.waiting;

/** What tests of other packages see of the ports that are known. */
public final class RegistryPeek {
  private RegistryPeek() {}

  public static int size() {
    return Registry.size();
  }
}
