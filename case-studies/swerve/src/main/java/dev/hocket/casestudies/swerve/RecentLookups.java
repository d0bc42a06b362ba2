package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Finder;
import dev.hocket.casestudies.http.Lookup;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches found files for a limited time, so that not every request queries the file system; an
 * answer may be outdated by that time. Failed look-ups are not cached. Thread-safe.
 */
final class RecentLookups implements Finder {
  private static final int MOST = 10_000;

  private final Finder files;
  private final long validNanos;
  private final ConcurrentHashMap<String, Known> known = new ConcurrentHashMap<>();

  private record Known(Lookup lookup, long nanos) {}

  RecentLookups(Finder files, long validNanos) {
    this.files = files;
    this.validNanos = validNanos;
  }

  @Override
  public Lookup find(String path) throws IOException {
    long now = System.nanoTime();
    Known last = known.get(path);
    if (last != null && now - last.nanos < validNanos) {
      return last.lookup;
    }
    Lookup lookup = files.find(path);
    if (lookup instanceof Lookup.Found) {
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(path, new Known(lookup, now));
    } else {
      known.remove(path);
    }
    return lookup;
  }

  /** Removes a path from the cache. */
  void forget(String path) {
    known.remove(path);
  }
}
