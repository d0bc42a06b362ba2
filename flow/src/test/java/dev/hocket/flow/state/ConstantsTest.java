package dev.hocket.flow.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjuster;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests which values are known never to change. */
class ConstantsTest {
  /** A clock that counts. */
  private static final class Ticking extends Clock {
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

  record Dated(LocalDate date, ZoneId zone, Duration length) {}

  @Test
  void typesOfTimeThatProgramsImplement_mayChange() {
    for (Class<?> type :
        List.of(
            Clock.class,
            InstantSource.class,
            TemporalAdjuster.class,
            TemporalAmount.class,
            DateTimeFormatterBuilder.class,
            Timed.class)) {
      assertFalse(Types.isImmutable(type), type.getName());
    }
    for (Class<?> type :
        List.of(
            Instant.class,
            LocalDate.class,
            ZoneId.class,
            DayOfWeek.class,
            ChronoUnit.class,
            DateTimeFormatter.class,
            Dated.class)) {
      assertTrue(Types.isImmutable(type), type.getName());
    }
  }

  @Test
  void clocks_areLookedAt() {
    Clock ticking = new Ticking();
    Duration hour = Duration.ofHours(1);
    long[] count = {0};
    InstantSource counting = () -> Instant.ofEpochMilli(count[0]++);
    TemporalAdjuster adjuster = date -> date.plus(count[0]++, ChronoUnit.DAYS);
    for (Object value :
        List.of(
            ticking,
            Clock.offset(ticking, hour),
            Clock.tick(ticking, hour),
            new Timed(ticking),
            counting,
            adjuster)) {
      assertFalse(Constants.isConstant(value), value.getClass().getName());
    }
    for (Object value :
        List.of(
            Clock.systemUTC(),
            new Timed(Clock.systemUTC()),
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
            new Dated(LocalDate.EPOCH, ZoneId.of("Europe/Paris"), hour),
            ZoneId.of("Europe/Paris"))) {
      assertTrue(Constants.isConstant(value), value.getClass().getName());
    }
  }

  @Test
  void subclassesOfTheProgram_mayChange() {
    Object path =
        Proxy.newProxyInstance(
            ConstantsTest.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> null);
    assertFalse(Types.isImmutable(path.getClass()));
    assertTrue(Constants.isConstant(Path.of("a")));
    assertFalse(
        Constants.isConstant(
            new BigDecimal("1") {
              private static final long serialVersionUID = 1L;
            }));
    assertFalse(Types.isClosed(BigDecimal.class));
    assertTrue(Types.isClosed(ZoneId.class) && Types.isClosed(String.class));
  }

  @Test
  void viewsMayRunCodeOfTheProgram() {
    List<Integer> list = new ArrayList<>();
    Map<Object, Boolean> known = new IdentityHashMap<>();
    known.put(list, true);
    known.put(new LinkedHashMap<>(), true);
    known.put(new TreeMap<>(), true);
    known.put(Arrays.asList(1), true);
    known.put(Map.of(1, 2), true);
    known.put(Collections.unmodifiableList(List.of(7)), false);
    known.forEach((value, isPlain) ->
        assertEquals(isPlain, Constants.isPlainCollection(value), value.getClass().getName()));
    assertFalse(Constants.isPlainCollection(new TreeMap<>(Comparator.reverseOrder())));
  }
}
