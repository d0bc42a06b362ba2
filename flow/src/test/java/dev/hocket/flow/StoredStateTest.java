package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests functions that put an object into their state and let it out afterwards. */
class StoredStateTest {
  private static final Position HERE = new Position("algo.clj", 1, 1);

  record Held(long[] numbers) {}

  static class InArray {
    private final long[][] kept = new long[1][];

    @Function
    long[] f(long x) {
      long[] sums = {x + (kept[0] == null ? 0 : kept[0][0])};
      kept[0] = sums;
      return sums;
    }
  }

  static class InMap {
    private final Map<Long, long[]> kept = new HashMap<>();

    @Function
    Object f(long x) {
      long[] sums = {x};
      kept.put(x % 3, sums);
      return new Held(sums);
    }
  }

  static class Pushed {
    private final Deque<long[]> kept = new ArrayDeque<>();

    @Function
    Object f(long x) {
      long[] sums = {x};
      kept.push(sums);
      return List.of(sums);
    }
  }

  static class ByHelper {
    private final List<long[]> kept = new ArrayList<>();

    private void keep(long[] sums) {
      kept.add(sums);
    }

    @Function
    long[] f(long x) {
      long[] sums = {x};
      keep(sums);
      return sums;
    }
  }

  static class FieldByHelper {
    private long[] kept = new long[1];

    private void keep(long[] sums) {
      kept = sums;
    }

    @Function
    long[] f(long x) {
      long[] sums = {x + kept[0]};
      keep(sums);
      return sums;
    }
  }

  static class InsideAnother {
    private final List<List<long[]>> kept = new ArrayList<>();

    @Function
    long[] f(long x) {
      long[] sums = {x};
      List<long[]> row = new ArrayList<>();
      row.add(sums);
      kept.add(row);
      return sums;
    }
  }

  static class CapturedByLambda {
    private final List<Supplier<Long>> kept = new ArrayList<>();

    @Function
    long[] f(long x) {
      long[] sums = {x};
      kept.add(() -> sums[0]);
      return sums;
    }
  }

  static class AlsoInArgument {
    private final List<long[]> kept = new ArrayList<>();

    @Function
    long f(List<long[]> others, long x) {
      long[] sums = {x};
      kept.add(sums);
      others.add(sums);
      return kept.size();
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        InArray.class,
        InMap.class,
        Pushed.class,
        ByHelper.class,
        FieldByHelper.class,
        InsideAnother.class,
        CapturedByLambda.class
      })
  void whatTheStateLeadsTo_doesNotGetOut(Class<?> owner) {
    FlowException e =
        assertThrows(FlowException.class, () -> Library.of(owner).resolve("f", 1, HERE));
    assertTrue(e.getMessage().contains("this.kept"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(classes = AlsoInArgument.class)
  void whatTheStateLeadsTo_isNotPutIntoAnArgument(Class<?> owner) {
    assertThrows(FlowException.class, () -> Library.of(owner).resolve("f", 2, HERE));
  }

  static class HandedOver {
    private List<long[]> rows = new ArrayList<>();

    @Function
    List<long[]> f(long x) {
      long[] row = {x};
      rows.add(row);
      if (rows.size() < 3) {
        return null;
      }
      List<long[]> full = rows;
      rows = new ArrayList<>();
      return full;
    }
  }

  static class HandedOverByHelper {
    private List<long[]> rows = new ArrayList<>();

    private List<long[]> take() {
      List<long[]> full = rows;
      rows = new ArrayList<>();
      return full;
    }

    @Function
    List<long[]> f(long x) {
      rows.add(new long[] {x});
      return rows.size() < 3 ? null : take();
    }
  }

  static class Copied {
    private final List<long[]> rows = new ArrayList<>();

    @Function
    long[] f(long x) {
      long[] row = {x};
      rows.add(row.clone());
      return row;
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {HandedOver.class, HandedOverByHelper.class, Copied.class})
  void whatTheStateNoLongerLeadsTo_mayGetOut(Class<?> owner) {
    assertDoesNotThrow(() -> Library.of(owner).resolve("f", 1, HERE));
  }
}
