package dev.hocket.flow.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.mapping.PromptCode.Kind;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.objectweb.asm.Type;

/** Tests which code is known never to wait. */
class PromptCodeTest {
  /** An interface of the program. */
  interface Shape {
    double area();
  }

  record Square(double side) implements Shape {
    @Override
    public double area() {
      return side * side;
    }
  }

  record Sleeper(CountDownLatch latch) implements Runnable {
    @Override
    public void run() {
      latch.countDown();
      synchronized (this) {
        notifyAll();
      }
    }
  }

  enum Colour {
    RED,
    GREEN
  }

  /** An enum with a table of its constants. */
  enum Size {
    SMALL,
    LARGE;

    private static final Map<String, Size> BY_NAME = new HashMap<>();

    int size() {
      return ordinal() + 1;
    }

    static Size named(String name) {
      return BY_NAME.get(name);
    }
  }

  /** An enum whose constants change. */
  enum Mode {
    ON;

    boolean ready;
  }

  interface Goes {
    void go(CountDownLatch latch) throws InterruptedException;
  }

  /** An enum with a constant that waits. */
  enum Way implements Goes {
    SLOW {
      @Override
      public void go(CountDownLatch latch) throws InterruptedException {
        latch.await();
      }
    }
  }

  /** Functions that never wait. */
  static final class Prompt {
    private static final int FACTOR = 3;
    private static final String NAME = "name";
    private static final List<String> NAMES = List.of("a", "b");
    private static final Map<String, String> PAIRS = Map.of("a", "b");

    private final Map<String, Integer> counts = new HashMap<>();
    private long sum;

    long computes(long number) {
      sum += number * FACTOR;
      return Math.floorMod(sum, 1_000);
    }

    static boolean knows(String word) {
      return NAMES.contains(word) || PAIRS.containsKey(word);
    }

    int counts(String word) {
      return counts.merge(word.toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
    }

    static String joins(List<String> words) {
      StringBuilder all = new StringBuilder(NAME);
      for (String word : words) {
        all.append(word).append(' ');
      }
      return all.toString();
    }

    static double calls(double side) {
      Shape shape = new Square(side);
      return shape.area();
    }

    static List<Integer> sorts(List<Integer> numbers) {
      return numbers.stream().map(n -> n + 1).sorted(Comparator.reverseOrder()).toList();
    }

    static long runs(long number) {
      LongUnaryOperator twice = n -> 2 * n;
      return twice.applyAsLong(number);
    }

    static String switches(Colour colour) {
      return switch (colour) {
        case RED -> "r";
        case GREEN -> "g";
      };
    }

    static int size(Size size) {
      return size.size();
    }

    static int fails(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("negative: " + number);
      }
      return recurs(number);
    }

    static int recurs(int number) {
      return number == 0 ? 0 : recurs(number - 1);
    }
  }

  /** Functions that may wait. */
  static final class MayWait {
    static boolean flag;
    static final List<Runnable> LISTENERS = new ArrayList<>();
    static final List<Object> MADE = List.of("a", new StringBuilder());

    static int asks(int number) {
      return number + MADE.size();
    }

    static boolean asksAConstant() {
      return Mode.ON.ready;
    }

    private volatile boolean ready;

    static void spins(AtomicBoolean over) {
      while (!over.get()) {
        Thread.onSpinWait();
      }
    }

    static void watches() {
      while (!flag) {
        Thread.onSpinWait();
      }
    }

    static boolean reads() {
      return flag;
    }

    void awaits() {
      while (!ready) {
        Math.abs(1);
      }
    }

    static int locks(int number) {
      synchronized (LISTENERS) {
        return number;
      }
    }

    static synchronized int excludes(int number) {
      return number;
    }

    static void notifies() {
      LISTENERS.forEach(Runnable::run);
    }

    static void prints(String text) {
      System.out.println(text);
    }

    static void inALambda(AtomicBoolean over, List<String> words) {
      words.forEach(word -> spins(over));
    }

    static void parallel(List<Integer> numbers) {
      numbers.parallelStream().forEach(n -> Math.abs(n));
    }
  }

  /** Functions whose purpose is to wait. */
  static final class Waits {
    static void sleeps() throws InterruptedException {
      Thread.sleep(1);
    }

    static Object takes(BlockingQueue<Object> queue) throws InterruptedException {
      return queue.take();
    }

    static void callsAConstant(Object way, CountDownLatch latch) throws InterruptedException {
      ((Way) way).go(latch);
    }

    static void callsAnInterface(Way way, CountDownLatch latch) throws InterruptedException {
      Goes goes = way;
      goes.go(latch);
    }

    static void makes(CountDownLatch latch) {
      Runnable runs = new Sleeper(latch);
      runs.run();
    }

    static void awaits(CountDownLatch latch) throws InterruptedException {
      helps(latch);
    }

    private static void helps(CountDownLatch latch) throws InterruptedException {
      latch.await();
    }
  }

  private static Stream<DynamicTest> all(Class<?> type, Kind expected) {
    PromptCode code = new PromptCode(type.getClassLoader());
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(method ->
            DynamicTest.dynamicTest(
                method.getName(), () -> assertEquals(expected, kind(code, method))));
  }

  private static Kind kind(PromptCode code, Method method) {
    return code.of(
        method.getDeclaringClass(),
        method.getName(),
        Type.getMethodDescriptor(method),
        !java.lang.reflect.Modifier.isStatic(method.getModifiers()));
  }

  @TestFactory
  Stream<DynamicTest> codeThatOnlyComputes_isPrompt() {
    return all(Prompt.class, Kind.PROMPT);
  }

  @TestFactory
  Stream<DynamicTest> codeThatUsesWhatOthersChange_mayWait() {
    return all(MayWait.class, Kind.UNKNOWN);
  }

  @TestFactory
  Stream<DynamicTest> codeThatCallsWhatWaits_waits() {
    return all(Waits.class, Kind.WAITS);
  }
}
