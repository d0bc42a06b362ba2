package dev.hocket.flow;

import dev.hocket.core.Span;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.graph.FlowFn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Functions that change static fields only through code of objects, which others may call. */
final class HostileCode {
  static final long[] CELL = new long[1];
  static final List<Step> STEPS = new ArrayList<>();
  static final Map<String, LongUnaryOperator> OPERATORS =
      Map.of("up", v -> CELL[0] = CELL[0] * 3 + v, "none", v -> v);
  private static long times;

  private HostileCode() {}

  /** Sets all fields to what they are at first. */
  static void reset() {
    CELL[0] = 0;
    times = 0;
    System.clearProperty("dev.hocket.flow.hostile.code");
    STEPS.clear();
    Arrays.stream(Gate.values()).forEach(gate -> gate.total = 0);
  }

  interface Step {
    long go(long x);
  }

  /** Changes what a static field holds. */
  record Climbs() implements Step {
    @Override
    public long go(long x) {
      return CELL[0] = CELL[0] * 3 + x;
    }
  }

  /** Gives a static field another value. */
  static final class Counts implements Step {
    @Override
    public long go(long x) {
      times = times * 3 + x;
      return times;
    }
  }

  /** Climbs by default. */
  interface Steep extends Step {
    @Override
    default long go(long x) {
      return CELL[0] = CELL[0] * 3 + x;
    }
  }

  record Slope() implements Steep {}

  /** Changes nothing. */
  record Adds(long by) implements Step {
    @Override
    public long go(long x) {
      return x + by;
    }
  }

  /** Shows its own step, which may be any, as one that never changes. */
  record Holder(Fixed step) {}

  /** Promises what an annotation of any library of this name does. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Immutable {}

  @Immutable
  interface Fixed extends Step {}

  /** Has a field that changes, although its declared type says that it does not. */
  static final class Tally implements Fixed {
    private long own;

    @Override
    public long go(long x) {
      own++;
      CELL[0] = CELL[0] * 3 + x;
      return CELL[0];
    }
  }

  private static final Holder HELD = new Holder(new Tally());

  @Function
  static long heldByAll(long x) {
    Hostile.slow(x);
    return HELD.step().go(x);
  }

  @Function
  static Supplier<Step> maker(long x) {
    return Counts::new;
  }

  @Function
  static long makes(Supplier<Step> maker, long x) {
    Hostile.slow(x);
    return maker.get().go(x);
  }

  @Function
  static Holder holder(long x) {
    return new Holder(new Tally());
  }

  @Function
  static long held(Holder holder, long x) {
    Hostile.slow(x);
    return holder.step().go(x);
  }

  /** Uses an object that no other function gets, and returns another one. */
  @Function
  static Step inside(long x) {
    Step step = new Tally();
    step.go(x);
    return new Adds(x);
  }

  sealed interface Shape permits Round, Open {
    long area();
  }

  record Round() implements Shape {
    @Override
    public long area() {
      return 1;
    }
  }

  static non-sealed class Open implements Shape {
    @Override
    public long area() {
      return CELL[0]++;
    }
  }

  enum Gate {
    IN,
    OUT;

    long total;
  }

  enum Operators implements LongUnaryOperator {
    UP {
      @Override
      public long applyAsLong(long v) {
        return CELL[0] += v;
      }
    },
    NONE {
      @Override
      public long applyAsLong(long v) {
        return v;
      }
    };

    static LongUnaryOperator of(long x) {
      return x % 2 == 0 ? UP : NONE;
    }
  }

  @Function
  static Step climbs(long x) {
    return new Climbs();
  }

  @Function
  static Step counts(long x) {
    return new Counts();
  }

  @Function
  static Step slope(long x) {
    return new Slope();
  }

  @Function
  static Step adds(long x) {
    return new Adds(x);
  }

  @Function
  static Step lambda(long x) {
    return v -> CELL[0] = CELL[0] * 3 + v;
  }

  @Function
  static Shape open(long x) {
    return new Open();
  }

  @Function
  static List<Step> steps(long x) {
    return new ArrayList<>(List.of(new Adds(1)));
  }

  @Function
  static List<Step> withClimbs(List<Step> steps) {
    steps.add(new Climbs());
    return steps;
  }

  @Function
  static List<Step> with(List<Step> steps, Step step) {
    steps.add(step);
    return steps;
  }

  @Function
  static long goes(Step step, long x) {
    Hostile.slow(x);
    return step.go(x);
  }

  @Function
  static long allGo(List<Step> steps, long x) {
    Hostile.slow(x);
    return steps.stream().mapToLong(step -> step.go(x)).sum();
  }

  @Function
  static long area(Shape shape, long x) {
    Hostile.slow(x);
    return shape.area();
  }

  @Function
  static long registers(long x) {
    if (STEPS.isEmpty()) {
      STEPS.add(new Climbs());
    }
    return x;
  }

  @Function
  static long registered(long x) {
    Hostile.slow(x);
    long sum = 0;
    for (Step step : STEPS) {
      sum += step.go(x);
    }
    return sum;
  }

  @Function
  static long operates(long x) {
    Hostile.slow(x);
    return OPERATORS.get(x % 2 == 0 ? "up" : "none").applyAsLong(x);
  }

  @Function
  static long operatesByEnum(long x) {
    Hostile.slow(x);
    return Operators.of(x).applyAsLong(x);
  }

  @Function
  static long cell(long x) {
    Hostile.slow(x + 1);
    return CELL[0];
  }

  @Function
  static long times(long x) {
    Hostile.slow(x + 1);
    return times;
  }

  @Function
  static long gateIn(long x) {
    Hostile.slow(x);
    return Gate.IN.total = Gate.IN.total * 3 + x;
  }

  @Function
  static long gates(long x) {
    Hostile.slow(x + 1);
    long sum = 0;
    for (Gate gate : Gate.class.getEnumConstants()) {
      sum += gate.total;
    }
    return sum;
  }

  @Function
  static long allGates(long x) {
    Hostile.slow(x + 1);
    return Arrays.stream(Gate.values()).mapToLong(gate -> gate.total).sum();
  }

  enum Way {
    UP,
    DOWN
  }

  /** Uses the arrays that the compiler makes for {@code values} and for a switch. */
  @Function
  static long onWay(long x) {
    Hostile.slow(x);
    return switch (Way.values()[(int) (x % 2)]) {
      case UP -> x;
      case DOWN -> -x;
    };
  }

  /** Calls a method of the JDK that gets a class. */
  @Function
  static long changedAt(long x) throws IOException {
    return Files.readAttributes(Path.of("."), BasicFileAttributes.class).isDirectory() ? x : 0;
  }

  /** Lets Hocket's run time use its own static fields. */
  @Function
  static long reaches(long x) {
    Span.accepted(x, "a packet");
    return x;
  }

  /** Climbs when the JDK makes it of bytes. */
  record Frozen(long step) implements Serializable {
    private Object readResolve() {
      CELL[0] = CELL[0] * 3 + step;
      return this;
    }
  }

  private static byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new Frozen(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Function
  static byte[] frozen(long x) {
    return bytes();
  }

  @Function
  static String thawed(byte[] bytes, long x) throws IOException, ClassNotFoundException {
    Hostile.slow(x);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject().getClass().getSimpleName();
    }
  }

  @Function
  static long byReflection(long x) throws ReflectiveOperationException {
    Hostile.slow(x);
    long[] cell = (long[]) HostileCode.class.getDeclaredField("CELL").get(null);
    return cell[0] = cell[0] * 3 + x;
  }

  /** Is plain code of flows by a reference. */
  static Object grow(Object... values) {
    return CELL[0] = CELL[0] * 3 + (Long) values[0];
  }

  static final class Grows implements FlowFn {
    private static final long serialVersionUID = 1L;

    @Override
    public Object call(Object[] values) {
      Hostile.slow((Long) values[0]);
      return CELL[0] = CELL[0] * 3 + (Long) values[0];
    }
  }

  static Object set(Object value) {
    return System.setProperty("dev.hocket.flow.hostile.code", value.toString());
  }

  @Function
  static String set(long x) {
    return System.getProperty("dev.hocket.flow.hostile.code");
  }
}
