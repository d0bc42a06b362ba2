package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Small classes whose state leaks. */
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

  static class ReturnsCallable {
    private final List<String> list = new ArrayList<>();

    @Function
    Callable<Object> f(String x) {
      return () -> list.add(x);
    }
  }

  static class ReturnsFutureTask {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return new FutureTask<>(() -> list.add(x));
    }
  }

  static class ReturnsWrappedBytes {
    private final byte[] bytes = new byte[8];

    @Function
    Object f(int x) {
      bytes[0] = (byte) x;
      return ByteBuffer.wrap(bytes);
    }
  }

  static class ReturnsWrappedText {
    private final StringBuilder text = new StringBuilder();

    @Function
    Object f(String x) {
      return CharBuffer.wrap(text);
    }
  }

  static class ReturnsEntry {
    private final Map<String, Integer> map = new HashMap<>();

    @Function
    Object f(String x) {
      map.merge(x, 1, Integer::sum);
      return map.entrySet().iterator().next();
    }
  }

  static class ReturnsArrayOfEntries {
    private final Map<String, Integer> map = new HashMap<>();

    @Function
    Object f(String x) {
      map.merge(x, 1, Integer::sum);
      return map.entrySet().toArray();
    }
  }

  static class ReturnsListOfEntries {
    private final Map<String, Integer> map = new HashMap<>();

    @Function
    Object f(String x) {
      map.merge(x, 1, Integer::sum);
      return List.copyOf(map.entrySet());
    }
  }

  static class ReturnsConcurrentMapOfLists {
    private final ConcurrentHashMap<String, List<String>> map = new ConcurrentHashMap<>();

    @Function
    Object f(String x) {
      map.computeIfAbsent(x, any -> new ArrayList<>()).add(x);
      return map;
    }
  }

  static class ReturnsListOfConcurrentMap {
    private final ConcurrentHashMap<String, List<String>> map = new ConcurrentHashMap<>();

    @Function
    Object f(String x) {
      return map.get(x);
    }
  }

  static class ReturnsReferenceToList {
    private final AtomicReference<List<String>> reference =
        new AtomicReference<>(new ArrayList<>());

    @Function
    Object f(String x) {
      reference.get().add(x);
      return reference;
    }
  }

  static class ReturnsPrintStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Function
    Object f(String x) {
      return new PrintStream(bytes);
    }
  }

  static class ReturnsThroughLocalQueue {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      Deque<List<String>> queue = new ArrayDeque<>();
      queue.add(list);
      return queue.poll();
    }
  }

  static class HandsOverWhatAnotherFieldHas {
    private List<String> list = new ArrayList<>();
    private List<String> same = list;

    @Function
    Object f(String x) {
      same.add(x);
      List<String> full = list;
      list = new ArrayList<>();
      return full;
    }
  }

  static class HandsOverAViewOfWhatAnotherFieldHas {
    private final String[] names = {"a", "b"};
    private List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      names[0] = x;
      list = Arrays.asList(names);
      List<String> full = list;
      list = new ArrayList<>();
      return full;
    }
  }

  static class HandsOverItself {
    private Object last = "";

    @Function
    Object f(String x) {
      last = this;
      Object full = last;
      last = x;
      return full;
    }
  }

  static class HandsOverWhatAnotherFieldGets {
    private List<String> list = new ArrayList<>();
    private List<String> last = new ArrayList<>();

    @Function
    Object f(String x) {
      List<String> full = list;
      last.add(x);
      last = full;
      list = new ArrayList<>();
      return full;
    }
  }

  static class ReturnsNewFieldToo {
    private List<String> list;

    @Function
    Object f(String x) {
      List<String> made = new ArrayList<>();
      list = made;
      return made;
    }
  }

  static class ReturnsThroughTenHelpers {
    private final List<String> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return a();
    }

    private Object a() {
      return b();
    }

    private Object b() {
      return c();
    }

    private Object c() {
      return d();
    }

    private Object d() {
      return e();
    }

    private Object e() {
      return g();
    }

    private Object g() {
      return h();
    }

    private Object h() {
      return i();
    }

    private Object i() {
      return j();
    }

    private Object j() {
      return k();
    }

    private Object k() {
      return list;
    }
  }

  interface Getter {
    Object get();
  }

  static class ReturnsThroughKeptLambda {
    private final List<String> list = new ArrayList<>();
    private final Getter getter = () -> list;

    @Function
    Object f(String x) {
      list.add(x);
      return getter.get();
    }
  }

  static class ReturnsThroughObjectOfInterface {
    private final List<String> list = new ArrayList<>();
    private final Getter getter = new Named(list);

    @Function
    Object f(String x) {
      list.add(x);
      return getter.get();
    }

    private record Named(List<String> of) implements Getter {
      @Override
      public Object get() {
        return of;
      }
    }
  }

  static class PassesToOpenClass {
    private final List<String> list = new ArrayList<>();

    static class Look {
      int at(List<String> any) {
        return any.size();
      }
    }

    @Function
    Object f(Look x) {
      return x.at(list);
    }
  }

  static class ReturnsMappedElements {
    private final List<byte[]> list = new ArrayList<>();

    @Function
    Object f(String x) {
      return list.stream().map(bytes -> bytes).toList();
    }
  }

  /** Counts comparisons in a field that all objects share. */
  static class Key implements Comparable<Key> {
    private static int comparisons;
    private final int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int compareTo(Key other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }
  }

  static class SortsByKey {
    @Function
    int f(int x) {
      return Stream.of(x, 1).min(Comparator.comparing(n -> new Key(n))).get();
    }
  }

  static class KeepsSortedByKey {
    @Function
    int f(int x) {
      Map<Integer, Integer> map = new TreeMap<>(Comparator.comparing(Key::new));
      map.put(x, x);
      map.put(1, x);
      return map.size();
    }
  }
}
