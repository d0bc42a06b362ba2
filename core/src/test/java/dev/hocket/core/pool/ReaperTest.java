package dev.hocket.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ReaperTest {
  private final Set<Reaper.Threads> watched = ConcurrentHashMap.newKeySet();

  @Test
  void round_poolsWithThreadsInTheSameBin_checksEachOnce() {
    Pool[] pools = {new Pool(true), new Pool(true), new Pool(true)};
    watched.addAll(Set.of(pools));

    Reaper.lookOnceAtEach(watched);

    for (Pool pool : pools) {
      assertEquals(1, pool.looks);
    }
    assertEquals(Set.of(pools), watched);
  }

  @Test
  void round_poolWithoutThreads_isNoLongerWatched() {
    Pool empty = new Pool(false);
    Pool used = new Pool(true);
    watched.addAll(Set.of(empty, used));

    Reaper.lookOnceAtEach(watched);

    assertEquals(Set.of(used), watched);
  }

  private static final class Pool implements Reaper.Threads {
    private final boolean hasThreads;
    private int looks;

    Pool(boolean hasThreads) {
      this.hasThreads = hasThreads;
    }

    @Override
    public void retireIdle(long nanos) {
      looks++;
      if (looks > 1) {
        throw new AssertionError("looked at a second time in one round");
      }
    }

    @Override
    public boolean areThere() {
      return hasThreads;
    }

    @Override
    public int hashCode() {
      return 0;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }
}
