package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Functions with objects whose code runs, and changes something, when the JDK only reads them. */
final class HostileReaders {
  private HostileReaders() {}

  /** A page that counts how often it is shown. */
  static final class Page {
    private int shown;

    @Override
    public String toString() {
      return "p" + ++shown;
    }

    @Override
    public int hashCode() {
      return shown += 3;
    }

    @Override
    public boolean equals(Object other) {
      shown += 5;
      return other == this;
    }
  }

  /** A record that leads to a page, and has the methods that the compiler makes. */
  record Sheet(Page page) {}

  @Function
  static Page page(long x) {
    return new Page();
  }

  @Function
  static Sheet sheet(Page page) {
    return new Sheet(page);
  }

  @Function
  static int shownOf(Page page, long x) {
    Hostile.slow(x + 1);
    return page.shown;
  }

  @Function
  static String inText(Page page, long x) {
    Hostile.slow(x);
    return "<" + page + ">";
  }

  @Function
  static String asText(Page page, long x) {
    Hostile.slow(x);
    return String.valueOf(page) + String.format("%s", page) + new StringBuilder().append(page);
  }

  @Function
  static String inStream(Page page, long x) {
    Hostile.slow(x);
    return Stream.of(page, page).map(Object::toString).collect(Collectors.joining());
  }

  @Function
  static String inList(Page page, long x) {
    Hostile.slow(x);
    return List.of(page).toString();
  }

  @Function
  static long inSet(Page page, long x) {
    Hostile.slow(x);
    Set<Page> pages = new HashSet<>();
    pages.add(page);
    return pages.size() + Objects.hash(page);
  }

  @Function
  static boolean isIn(Page page, long x) {
    Hostile.slow(x);
    return List.of("a").contains(page) || Objects.equals(page, "a");
  }

  @Function
  static String sheetText(Sheet sheet, long x) {
    Hostile.slow(x);
    return sheet.toString();
  }

  @Function
  static boolean sheetEquals(Sheet sheet, long x) {
    Hostile.slow(x);
    return sheet.equals(new Sheet(new Page()));
  }

  /** A rank that counts how often it is compared. */
  static final class Rank implements Comparable<Rank> {
    private final long rank;
    private int asked;

    Rank(long rank) {
      this.rank = rank;
    }

    @Override
    public int compareTo(Rank other) {
      asked++;
      other.asked += 2;
      return Long.compare(rank, other.rank);
    }
  }

  @Function
  static Rank rank(long x) {
    return new Rank(x);
  }

  @Function
  static long highest(Rank one, Rank other, long x) {
    Hostile.slow(x);
    return Collections.max(List.of(one, other)).rank;
  }

  @Function
  static int askedOf(Rank rank, long x) {
    Hostile.slow(x + 1);
    return rank.asked;
  }

  // --- objects that a function makes, and that change its argument when they are read

  @Function
  static long[] cell(long x) {
    return new long[] {x};
  }

  @Function
  static long inCell(long[] cell, long x) {
    Hostile.slow(x + 1);
    return cell[0];
  }

  /** Changes the first of all arguments. */
  @Function
  static long raised(long[]... cells) {
    Hostile.slow(cells[0][0] % 7);
    return cells[0][0] = 3 * cells[0][0] + 1;
  }

  @Function
  static long[] firstCell(long[]... cells) {
    return cells[0];
  }

  @Function
  static long addToCell(long[] cell, long x) {
    Hostile.slow(x);
    return cell[0] += x;
  }

  /** An object that changes an array of others. */
  static final class Touching implements Comparator<Long> {
    private final long[] cell;

    Touching(long[] cell) {
      this.cell = cell;
    }

    @Override
    public int compare(Long one, Long other) {
      cell[0] = 3 * cell[0] + 1;
      return Long.compare(one, other);
    }

    @Override
    public String toString() {
      return "t" + ++cell[0];
    }

    @Override
    public int hashCode() {
      return (int) ++cell[0];
    }

    @Override
    public boolean equals(Object other) {
      return other == this;
    }
  }

  @Function
  static String madeText(long[] cell, long x) {
    Hostile.slow(x);
    return List.of(new Touching(cell)) + " ";
  }

  @Function
  static long madeTree(long[] cell, long x) {
    Hostile.slow(x);
    Map<Long, Long> map =
        new TreeMap<>((one, other) -> {
          cell[0]++;
          return Long.compare(one, other);
        });
    map.put(x, x);
    map.put(x + 1, x);
    return map.size();
  }

  @Function
  static long madeQueue(long[] cell, long x) {
    Hostile.slow(x);
    PriorityQueue<Long> queue = new PriorityQueue<>(new Touching(cell));
    queue.add(x);
    queue.add(x + 1);
    return queue.poll();
  }

  @Function
  static long madeKey(long[] cell, long x) {
    Hostile.slow(x);
    Map<Touching, Long> map = new HashMap<>();
    map.put(new Touching(cell), x);
    return map.size();
  }

  // --- objects that a function returns

  @Function
  static Comparator<Long> touching(long[] cell) {
    return (one, other) -> {
      cell[0]++;
      return Long.compare(one, other);
    };
  }

  @Function
  static Map<Long, Long> treeBy(Comparator<Long> order) {
    Map<Long, Long> map = new TreeMap<>(order);
    map.put(1L, 1L);
    map.put(2L, 2L);
    return map;
  }

  @Function
  static long lookedUp(Map<Long, Long> map, long x) {
    Hostile.slow(x);
    return map.getOrDefault(x % 3, 0L);
  }

  @Function
  static Set<Long> sortedBy(long[] cell) {
    Set<Long> set = new TreeSet<>(new Touching(cell));
    set.add(1L);
    set.add(2L);
    return set;
  }

  @Function
  static boolean isInSet(Set<Long> set, long x) {
    Hostile.slow(x);
    return set.contains(x % 3);
  }

  @Function
  static List<Long> growing(long[] cell) {
    return new AbstractList<>() {
      @Override
      public Long get(int index) {
        return cell[0] = 3 * cell[0] + index;
      }

      @Override
      public int size() {
        return 3;
      }
    };
  }

  @Function
  static long streamed(Collection<Long> values, long x) {
    Hostile.slow(x);
    return values.stream().mapToLong(value -> value).sum();
  }

  @Function
  static Map<Long, Long> mapOf(long[] cell) {
    return new AbstractMap<>() {
      @Override
      public Set<Map.Entry<Long, Long>> entrySet() {
        return Set.of(Map.entry(1L, ++cell[0]));
      }
    };
  }

  @Function
  static Number numberIn(long[] cell) {
    return new Number() {
      private static final long serialVersionUID = 1;

      @Override
      public int intValue() {
        return (int) longValue();
      }

      @Override
      public long longValue() {
        return cell[0]++;
      }

      @Override
      public float floatValue() {
        return longValue();
      }

      @Override
      public double doubleValue() {
        return longValue();
      }
    };
  }

  @Function
  static long longOf(Number number, long x) {
    Hostile.slow(x);
    return number.longValue();
  }

  /** A record with code. */
  record Holder(Comparable<Long> code) {}

  @Function
  static Holder holder(long[] cell) {
    return new Holder(other -> (int) ++cell[0]);
  }

  @Function
  static int compared(Holder holder, long x) {
    Hostile.slow(x);
    return holder.code().compareTo(x);
  }

  // --- constants of enums

  /** Constants that count, with code of their own. */
  enum Gate {
    IN {
      @Override
      long pass(long x) {
        return total += x;
      }
    },
    OUT {
      @Override
      long pass(long x) {
        return total -= x;
      }
    };

    long total;

    abstract long pass(long x);
  }

  /** Constants without fields, whose code changes a static field. */
  enum Step {
    UP {
      @Override
      long take(long x) {
        return TAKEN[0] += x;
      }
    },
    STAY {
      @Override
      long take(long x) {
        return TAKEN[0];
      }
    };

    static final long[] TAKEN = new long[1];

    abstract long take(long x);
  }

  static void reset() {
    Arrays.stream(Gate.values()).forEach(gate -> gate.total = 0);
    Step.TAKEN[0] = 0;
  }

  @Function
  static long gateIn(long x) {
    Hostile.slow(x);
    return Gate.IN.pass(x);
  }

  @Function
  static long gateByName(long x) {
    Hostile.slow(x + 1);
    return Gate.valueOf(x % 2 == 0 ? "IN" : "OUT").pass(1);
  }

  @Function
  static long gatesOfSet(long x) {
    Hostile.slow(x + 1);
    long sum = 0;
    for (Gate gate : EnumSet.allOf(Gate.class)) {
      sum += gate.total;
    }
    return sum;
  }

  @Function
  static long stepByName(long x) {
    Hostile.slow(x);
    return Step.valueOf(x % 2 == 0 ? "UP" : "STAY").take(x);
  }

  @Function
  static long stepUp(long x) {
    Hostile.slow(x + 1);
    return Step.UP.take(x);
  }

  // --- objects that are linked

  /** A link of a chain. */
  static final class Link {
    private long value;
    private Link next;

    Link(long value) {
      this.value = value;
    }
  }

  @Function
  static Link link(long x) {
    return new Link(x);
  }

  @Function
  static Link linked(Link first, Link second) {
    first.next = second;
    return first;
  }

  @Function
  static Link linkedBy(Link first, Link second, long[] weight) {
    first.value += weight[0];
    first.next = second;
    return first;
  }

  @Function
  static long bump(Link link, long x) {
    Hostile.slow(x);
    return link.value = 2 * link.value + 1;
  }

  @Function
  static long sumOfLinks(Link link, long x) {
    Hostile.slow(x + 1);
    List<Long> values = new ArrayList<>();
    for (Link one = link; one != null; one = one.next) {
      values.add(one.value);
    }
    Iterator<Long> all = values.iterator();
    long sum = 0;
    while (all.hasNext()) {
      sum = 31 * sum + all.next();
    }
    return sum;
  }
}
