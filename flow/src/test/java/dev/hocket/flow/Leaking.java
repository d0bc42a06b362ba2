package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Thirty small classes that let their state out. */
final class Leaking {
  static List<Object> everywhere = new ArrayList<>();
  static Object last;

  private Leaking() {}

  static class Node {
    Object value;
    Node next;
  }

  static class Box {
    final Object value;

    Box(Object value) {
      this.value = value;
    }
  }

  static class ReturnsField {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return list;
    }
  }

  static class ReturnsThis {
    private int calls;

    @Function
    Object f(String x) {
      calls++;
      return this;
    }
  }

  static class ReturnsArray {
    private final int[] counts = new int[8];

    @Function
    int[] f(int x) {
      counts[x]++;
      return counts;
    }
  }

  static class ReturnsLocalAlias {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object f(String x) {
      StringBuilder alias = text;
      alias.append(x);
      return alias;
    }
  }

  static class ReturnsFluentResult {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object f(String x) {
      return text.append(x);
    }
  }

  static class ReturnsInArray {
    private final ByteBuffer buffer = ByteBuffer.allocate(8);

    @Function
    Object[] f(String x) {
      return new Object[] {x, buffer};
    }
  }

  static class ReturnsInList {
    private final byte[] bytes = new byte[8];

    @Function
    Object f(String x) {
      List<Object> out = new ArrayList<>();
      out.add(x);
      out.add(bytes);
      return out;
    }
  }

  static class ReturnsInBox {
    private final byte[] bytes = new byte[8];

    @Function
    Object f(String x) {
      return new Box(bytes);
    }
  }

  static class ReturnsMutableElement {
    private final Map<String, List<String>> map = new HashMap<>();

    @Function
    Object f(String x) {
      return map.computeIfAbsent(x, any -> new ArrayList<>());
    }
  }

  static class ReturnsView {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return Collections.unmodifiableList(list);
    }
  }

  static class ReturnsSubList {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(int x) {
      return list.subList(0, x);
    }
  }

  static class ReturnsIterator {
    private final List<String> list = new ArrayList<>();

    @Function
    Iterator<String> f(String x) {
      return list.iterator();
    }
  }

  static class ReturnsNested {
    private final Node head = new Node();

    @Function
    Object f(String x) {
      return head.next;
    }
  }

  static class ReturnsThroughHelper {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return state();
    }

    private List<String> state() {
      return list;
    }
  }

  static class ReturnsThroughStaticHelper {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return same(list);
    }

    private static Object same(Object value) {
      return value;
    }
  }

  static class ReturnsOnOnePath {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return x.isEmpty() ? list : List.of(x);
    }
  }

  static class ReturnsInLambda {
    private final List<String> list = new ArrayList<>();

    @Function
    Supplier<Object> f(String x) {
      return () -> list;
    }
  }

  static class ReturnsInMethodReference {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      Supplier<Integer> size = list::size;
      return size;
    }
  }

  static class ReturnsAsArgument {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return Objects.requireNonNull(list);
    }
  }

  static class ReturnsShallowCopy {
    private final byte[][] rows = new byte[4][4];

    @Function
    Object f(String x) {
      return Arrays.copyOf(rows, 2);
    }
  }

  static class ReturnsInherited extends ReturnsBase {
    @Function
    Object f(String x) {
      return list;
    }
  }

  static class ReturnsBase {
    final List<String> list = new ArrayList<>();
  }

  static class StoresInStatic {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(String x) {
      last = list;
      return x;
    }
  }

  static class WritesStatic {
    @Function
    String f(String x) {
      last = x;
      return x;
    }
  }

  static class AddsToStatic {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(String x) {
      everywhere.add(list);
      return x;
    }
  }

  static class StoresInArgument {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(Node x) {
      x.value = list;
      return x;
    }
  }

  static class AddsToArgument {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(List<Object> x) {
      x.add(list);
      return x;
    }
  }

  static class StoresInArgumentsArray {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(Object[] x) {
      x[0] = list;
      return x;
    }
  }

  static class LeaksInConstructor {
    private final Deque<String> queue = new ArrayDeque<>();

    LeaksInConstructor() {
      everywhere.add(queue);
    }

    @Function
    String f(String x) {
      queue.add(x);
      return x;
    }
  }

  static class PassesToThread {
    private final List<String> list = new ArrayList<>();

    @Function
    String f(String x) {
      new Thread(() -> list.add(x)).start();
      return x;
    }
  }

  static class ReturnsAfterClearingAnother {
    private List<String> list = new ArrayList<>();
    private List<String> other = new ArrayList<>();

    @Function
    Object f(String x) {
      List<String> full = list;
      other = null;
      return full;
    }
  }
}
