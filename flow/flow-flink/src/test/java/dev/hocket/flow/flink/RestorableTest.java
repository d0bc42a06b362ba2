package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Implementation;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Node.Effect;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.windows.CountWindow;
import dev.hocket.flow.windows.TimeWindow;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests that state is accepted or refused by the declared types of its fields. */
class RestorableTest {
  private static final Call CALL =
      new Call(
          "f#1",
          new Position("here.clj", 3, 4),
          "f",
          new Implementation.Coded("f", true, false, false, false, Effect.UNKNOWN),
          List.of());

  enum Colour {
    RED
  }

  record Sale(String shop, int count, Map<Colour, List<long[]>> more) {}

  static class Node {
    Node next;
    Sale sale;
  }

  static final class Good extends Node {
    int number;
    Long boxed;
    String text;
    BigDecimal amount;
    Duration time;
    Path path;
    Colour colour;
    double[][] table;
    Sale[] sales;
    List<? extends Sale> list;
    Map<String, Map<Integer, Sale>> map;
    SortedMap<String, Node> sorted;
    ConcurrentMap<String, Long> concurrent;
    Deque<Integer> deque = new ArrayDeque<>();
    Random random;
    BitSet bits;
    AtomicLong counter;
    AtomicReference<String> reference;
    transient InputStream stream;
    static Thread shared;
  }

  static final class Anything {
    Object any;
  }

  static final class Raw {
    @SuppressWarnings("rawtypes")
    List list;
  }

  static final class Deep {
    Map<String, List<Broken>> parts;
  }

  static final class Broken {
    Thread thread;
  }

  static final class NoMaker {
    Made made;
  }

  static final class Made {
    final int number;

    Made(int number) {
      this.number = number;
    }
  }

  static final class Own extends Thread {
    int number;
  }

  static final class Hidden {
    Runnable code;
  }

  static final class Reference {
    AtomicReference<Node> node;
  }

  private static String refused(Class<?> state) {
    String message =
        assertThrows(FlowException.class, () -> Restorable.check(CALL, state)).getMessage();
    assertTrue(message.startsWith("here.clj:3:4: the state of f cannot be saved: "), message);
    return message;
  }

  private static void assertRefused(Class<?> state, String... parts) {
    String message = refused(state);
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void dataOfAnyDepth_isAccepted() {
    assertDoesNotThrow(() -> Restorable.check(CALL, Good.class));
  }

  @Test
  void windows_areAccepted() {
    assertDoesNotThrow(() -> Restorable.check(CALL, CountWindow.class));
    assertDoesNotThrow(() -> Restorable.check(CALL, TimeWindow.class));
  }

  @Test
  void fieldsOfUnknownContents_areRefused() {
    assertRefused(Anything.class, "RestorableTest$Anything.any", "which may be any object");
    assertRefused(Raw.class, "RestorableTest$Raw.list", "without the type of its elements");
    assertRefused(Hidden.class, "RestorableTest$Hidden.code", "java.lang.Runnable");
  }

  @Test
  void unwritableType_isRefusedWithTheWayToIt() {
    assertRefused(
        Deep.class,
        "RestorableTest$Deep.parts → an element of java.util.Map → an element of java.util.List → field",
        "RestorableTest$Broken.thread: a java.lang.Thread, which is not Serializable");
    assertRefused(
        NoMaker.class, "RestorableTest$Made, which has no constructor without parameters");
    assertRefused(Own.class, "RestorableTest$Own extends java.lang.Thread");
    assertRefused(Reference.class, "RestorableTest$Node, which is not Serializable");
  }
}
