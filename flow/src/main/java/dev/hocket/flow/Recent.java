package dev.hocket.flow;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of so many entries at most: a new one drops that whose last use is longest ago. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  Recent(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
