package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Functions whose state has keys of a class that may have subclasses, and that calls its getters.
 */
final class HarmlessKeys {
  private HarmlessKeys() {}

  /** A name and a number. */
  static class Key implements Comparable<Key> {
    private final String name;
    private final long number;

    Key(String name, long number) {
      this.name = name;
      this.number = number;
    }

    String name() {
      return name;
    }

    long number() {
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.name().equals(name()) && key.number() == number();
    }

    @Override
    public int hashCode() {
      return name().hashCode() + (int) number();
    }

    @Override
    public int compareTo(Key other) {
      return Comparator.comparing(Key::name).thenComparing(Key::number).compare(this, other);
    }

    @Override
    public String toString() {
      return name() + number();
    }
  }

  static class CountsKeys {
    private final Map<Key, Long> times = new HashMap<>();

    @Function
    long f(long x) {
      return times.merge(new Key("k", x % 7), 1L, Long::sum);
    }
  }

  static class SortsKeys {
    private final TreeMap<Key, List<Key>> all = new TreeMap<>();

    @Function
    String f(long x) {
      Key key = new Key("k", x % 7);
      all.computeIfAbsent(key, any -> new ArrayList<>()).add(key);
      return all.size() + " " + key;
    }
  }
}
