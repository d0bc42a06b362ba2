package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Finder;
import dev.hocket.casestudies.http.Lookup;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers for a while which files were found, so that the file system is not asked again at every
 * request: an answer may be as old as that. What was not found is not remembered. Thread-safe.
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

  /** Looks again the next time. */
  void forget(String path) {
    known.remove(path);
  }
}
