package dev.hocket.flow.generate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map with a limit: a new entry beyond it removes the one that has not been used for longest.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
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
