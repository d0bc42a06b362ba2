package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Functions without state, and the values by which an object that changes comes to them. */
final class Carriers {
  private static final int MOST = 1_000;

  private Carriers() {}

  /** The program's promise, which is not checked. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface ThreadSafe {}

  record Holder<T>(T value) {}

  record Nest(Holder<Object> inner) {}

  record Maybe(Optional<Random> random) {}

  record Throwing(Dice dice) {}

  record Pair<A, B>(A first, B second) {}

  record Page(String url, List<String> links) {}

  record Dealt(Object random, long number) {}

  /** A shape of the program. */
  sealed interface Shape {
    /** Its area. */
    double area();

    record Circle(double radius) implements Shape {
      @Override
      public double area() {
        return Math.PI * radius * radius;
      }
    }

    record Square(double side) implements Shape {
      @Override
      public double area() {
        return side * side;
      }
    }
  }

  /** A record whose text depends on how often it has been asked for. */
  record Tick(int number) {
    private static int texts;

    static void reset() {
      texts = 0;
      Op.COUNTS.reset();
    }

    @Override
    public String toString() {
      return "tick " + ++texts;
    }
  }

  /** Something that counts. */
  interface Counts {
    /** How often this has been called. */
    int next();
  }

  /** An enum whose constant has a class of its own. */
  enum Op implements Counts {
    COUNTS {
      private int calls;

      @Override
      public int next() {
        return ++calls;
      }

      @Override
      void reset() {
        calls = 0;
      }
    };

    abstract void reset();
  }

  /** An object of the program with a generator. */
  static final class Box {
    private final Random random;

    Box(Random random) {
      this.random = random;
    }
  }

  /** An object of the program with another one. */
  static final class Crate {
    private final Box box;

    Crate(Box box) {
      this.box = box;
    }
  }

  /** An interface of the program. */
  interface Dice {
    /** Throws the dice. */
    int next();
  }

  /** A counter that counts whenever anything looks at it. */
  static final class Counter {
    private int looks;

    @Override
    public String toString() {
      return "look " + ++looks;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Counter || ++looks % 3 == 0;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  /** A counter that the program says is safe. */
  @ThreadSafe
  static final class SafeCounter {
    private int count;

    int next() {
      return ++count;
    }
  }

  // --- makers

  @Function
  static Object objectRandom(long seed) {
    return new Random(seed);
  }

  @Function
  static List<Object> listOfRandom(long seed) {
    return List.of(new Random(seed));
  }

  @Function
  static Map<String, Object> mapOfRandom(long seed) {
    return Map.of("random", new Random(seed));
  }

  @Function
  static Object[] arrayOfRandom(long seed) {
    return new Object[] {new Random(seed)};
  }

  @Function
  static Optional<Random> optionalRandom(long seed) {
    return Optional.of(new Random(seed));
  }

  @Function
  static Holder<Object> holder(long seed) {
    return new Holder<>(new Random(seed));
  }

  @Function
  static Nest nest(long seed) {
    return new Nest(new Holder<>(new Random(seed)));
  }

  @Function
  static Maybe maybe(long seed) {
    return new Maybe(Optional.of(new Random(seed)));
  }

  @Function
  static Box box(long seed) {
    return new Box(new Random(seed));
  }

  @Function
  static Crate crate(long seed) {
    return new Crate(new Box(new Random(seed)));
  }

  @Function
  static Supplier<Integer> supplier(long seed) {
    Random random = new Random(seed);
    return () -> random.nextInt(MOST);
  }

  @Function
  static Dice dice(long seed) {
    Random random = new Random(seed);
    return () -> random.nextInt(MOST);
  }

  @Function
  static Throwing throwing(long seed) {
    return new Throwing(dice(seed));
  }

  @Function
  static Iterator<Long> iterator(long from) {
    return LongStream.iterate(from, number -> number + 1).iterator();
  }

  @Function
  static Iterable<Integer> iterable(long seed) {
    Random random = new Random(seed);
    return () -> List.of(random.nextInt(MOST)).iterator();
  }

  @Function
  static Object counter(long any) {
    return new Counter();
  }

  @Function
  static SafeCounter safeCounter(long any) {
    return new SafeCounter();
  }

  @Function
  static Map<Long, Long> usedMap(long any) {
    Map<Long, Long> map = new LinkedHashMap<>(16, 0.75f, true);
    for (long i = 0; i < 10; i++) {
      map.put(i, i);
    }
    return map;
  }

  @Function
  static List<Object> randoms(long count) {
    return new ArrayList<>(Collections.nCopies((int) count, new Random(1)));
  }

  @Function
  static List<Holder<Object>> holders(long count) {
    return new ArrayList<>(Collections.nCopies((int) count, new Holder<>(new Random(1))));
  }

  @Function
  static List<Long> growing(long first) {
    List<Long> list = new ArrayList<>();
    list.add(first);
    return list;
  }

  @Function
  static StringBuilder growingText(long any) {
    return new StringBuilder();
  }

  /** An object that changes a list when it is iterated over. */
  @Function
  static Iterable<Integer> addsWhenIterated(List<Long> list) {
    return () -> {
      list.add(1L);
      return List.of(list.size()).iterator();
    };
  }

  @Function
  static Object number(long number) {
    return number;
  }

  @Function
  static Object text(long number) {
    return "text " + number;
  }

  @Function
  static Map<String, String> mapOfTexts(long number) {
    return new java.util.HashMap<>(Map.of("42", "text " + number));
  }

  @Function
  static long[] arrayOfNumbers(long number) {
    return new long[] {number, 2 * number};
  }

  @Function
  static Pair<Long, String> pair(long number) {
    return new Pair<>(number, "text");
  }

  @Function
  static Optional<Long> optionalNumber(long number) {
    return Optional.of(number);
  }

  @Function
  static Shape circle(long radius) {
    return new Shape.Circle(radius);
  }

  @Function
  static List<Page> articles(long count) {
    List<Page> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(new Page("page " + i, new ArrayList<>(List.of("a", "b"))));
    }
    return pages;
  }

  /** A clock that counts. */
  static final class Ticking extends Clock {
    private long ticks;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(ticks++);
    }
  }

  record Timed(Clock clock) {}

  @Function
  static Clock ticking(long from) {
    return new Ticking();
  }

  @Function
  static Clock offset(long from) {
    return Clock.offset(new Ticking(), Duration.ofMillis(from));
  }

  @Function
  static Timed timed(long from) {
    return new Timed(new Ticking());
  }

  // --- functions that get the values

  @Function
  static long ofClock(Clock clock, long number) {
    return number + clock.millis();
  }

  @Function
  static long ofTimed(Timed timed, long number) {
    return number + timed.clock().millis();
  }

  @Function
  static long ofObject(Object random, long number) {
    return random instanceof Random known ? number + known.nextInt(MOST) : number;
  }

  @Function
  @SuppressWarnings("rawtypes")
  static long ofRawList(List random, long number) {
    return number + ((Random) random.getFirst()).nextInt(MOST);
  }

  @Function
  static long ofList(List<Object> random, long number) {
    return number + ((Random) random.getFirst()).nextInt(MOST);
  }

  @Function
  static long ofMap(Map<String, Object> random, long number) {
    return number + ((Random) random.get("random")).nextInt(MOST);
  }

  @Function
  static long ofArray(Object[] random, long number) {
    return number + ((Random) random[0]).nextInt(MOST);
  }

  @Function
  static long ofOptional(Optional<Random> random, long number) {
    return number + random.get().nextInt(MOST);
  }

  @Function
  static long ofHolder(Holder<Object> random, long number) {
    return number + ((Random) random.value()).nextInt(MOST);
  }

  @Function
  static long ofNest(Nest nest, long number) {
    return number + ((Random) nest.inner().value()).nextInt(MOST);
  }

  @Function
  static long ofMaybe(Maybe maybe, long number) {
    return number + maybe.random().get().nextInt(MOST);
  }

  @Function
  static long ofBox(Box box, long number) {
    return number + box.random.nextInt(MOST);
  }

  @Function
  static long ofCrate(Crate crate, long number) {
    return number + crate.box.random.nextInt(MOST);
  }

  @Function
  static long ofSupplier(Supplier<Integer> supplier, long number) {
    return number + supplier.get();
  }

  @Function
  static long ofDice(Dice dice, long number) {
    return number + dice.next();
  }

  @Function
  static long ofThrowing(Throwing throwing, long number) {
    return number + throwing.dice().next();
  }

  @Function
  static long ofIterator(Iterator<Long> numbers, long number) {
    return number + numbers.next();
  }

  @Function
  static long ofIterable(Iterable<Integer> numbers, long number) {
    long sum = number;
    for (int one : numbers) {
      sum += one;
    }
    return sum;
  }

  @Function
  static String textOf(Object value, long number) {
    return value + " " + number;
  }

  @Function
  static boolean equalTo(Object value, long number) {
    return value.equals(number);
  }

  @Function
  static long ofSafe(SafeCounter counter, long number) {
    return number + counter.next();
  }

  /** Uses an entry, and returns the one whose use is longest ago. */
  @Function
  static long lastUsed(Map<Long, Long> map, long number) {
    long used = map.get(number % 10);
    return 10 * used + map.keySet().iterator().next();
  }

  @Function
  static long ofOp(Op op, long number) {
    return number + op.next();
  }

  @Function
  static long ofCounts(Counts counts, long number) {
    return number + counts.next();
  }

  @Function
  static long changes(StringBuilder text, long number) {
    return text.append(number).length();
  }

  @Function
  static long sizeOf(List<Long> list, long number) {
    return list.size() + number;
  }

  @Function
  static String entryOf(Map<String, String> map, long number) {
    return map.get(Long.toString(number));
  }

  @Function
  static long sumOf(long[] numbers, long number) {
    return numbers[0] + numbers[1] + number;
  }

  @Function
  static long sumOfPair(Pair<Long, String> pair, long number) {
    return pair.first() + pair.second().length() + number;
  }

  @Function
  static double area(Shape shape, long number) {
    return shape.area() * number;
  }

  @Function
  static long links(Page page) {
    return page.links().size() + page.url().length();
  }

  /** Uses whatever an object leads to. */
  @Function
  static long look(Object object, long number) {
    return number + used(object);
  }

  private static long used(Object object) {
    return switch (object) {
      case Random random -> random.nextInt(MOST);
      case Holder<?>(Object value) -> 3 * used(value) + 1;
      case Optional<?> one -> used(one.get());
      case List<?> all -> all.size() + used(all.getFirst());
      case Box box -> used(box.random);
      default -> object.toString().hashCode();
    };
  }

  @Function
  static Object wrapped(Object object) {
    return new Holder<>(object);
  }

  @Function
  static Object listed(Object object) {
    return new ArrayList<>(List.of(object));
  }

  @Function
  static Object firstOf(Object first, Object second) {
    return first;
  }

  /** A function whose object has a generator in a field that is final. */
  static final class Noisy {
    private final Optional<Random> random = Optional.of(new Random(1));

    @Function
    long noisy(long number) {
      return number + random.get().nextInt(MOST);
    }
  }

  // --- streams

  /** A generator that its class lets several threads use. */
  @ThreadSafe
  @SuppressWarnings("serial") // Nothing writes it.
  static final class Generator extends Random {
    Generator() {
      super(1);
    }
  }

  /** A source that gives all packets one generator. */
  static final class Deals {
    private final Generator generator = new Generator();
    private long next;

    @Function(source = true)
    Object deals(long count) {
      if (next == count) {
        return Flow.END;
      }
      long number = next++;
      return new Dealt(number % 3 == 0 ? generator : null, number);
    }
  }

  @Function
  static long dealt(Dealt dealt) {
    return dealt.number() + (dealt.random() == null ? 0 : ((Random) dealt.random()).nextInt(MOST));
  }

  @Function
  static long dealtObject(Object dealt) {
    return dealt((Dealt) dealt);
  }

  @Function
  static long dealtList(Object... dealt) {
    return dealt((Dealt) dealt[0]);
  }

  /** A source of lists that nobody else has. */
  static final class Lists {
    private long next;

    @Function(source = true)
    Object lists(long count) {
      return next < count ? growing(next++) : Flow.END;
    }
  }

  @Function
  static long sizeOfAll(Object list) {
    return ((List<?>) list).size();
  }

  /** A source of records, which has a list as its state. */
  static final class Pairs {
    private final List<Long> given = new ArrayList<>();

    @Function(source = true)
    Object pairs(long count) {
      given.add(1L);
      return given.size() <= count ? new Pair<>((long) given.size(), "text") : Flow.END;
    }
  }

  @Function
  static long sumOfAny(Object pair) {
    return pair instanceof Pair<?, ?>(Long first, String second) ? first + second.length() : 0;
  }
}
