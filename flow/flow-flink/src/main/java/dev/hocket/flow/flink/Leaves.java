package dev.hocket.flow.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BigDecSerializer;
import org.apache.flink.api.common.typeutils.base.BigIntSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.ByteSerializer;
import org.apache.flink.api.common.typeutils.base.CharSerializer;
import org.apache.flink.api.common.typeutils.base.DoubleSerializer;
import org.apache.flink.api.common.typeutils.base.FloatSerializer;
import org.apache.flink.api.common.typeutils.base.InstantSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LocalDateSerializer;
import org.apache.flink.api.common.typeutils.base.LocalDateTimeSerializer;
import org.apache.flink.api.common.typeutils.base.LocalTimeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.ShortSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/** The immutable values that Flink's own serialisers write. The numbers are part of the format. */
final class Leaves {
  private record Leaf(Class<?> type, TypeSerializer<?> serializer) {}

  private static final List<Leaf> ALL =
      List.of(
          new Leaf(String.class, StringSerializer.INSTANCE),
          new Leaf(Long.class, LongSerializer.INSTANCE),
          new Leaf(Integer.class, IntSerializer.INSTANCE),
          new Leaf(Double.class, DoubleSerializer.INSTANCE),
          new Leaf(Boolean.class, BooleanSerializer.INSTANCE),
          new Leaf(Character.class, CharSerializer.INSTANCE),
          new Leaf(Byte.class, ByteSerializer.INSTANCE),
          new Leaf(Short.class, ShortSerializer.INSTANCE),
          new Leaf(Float.class, FloatSerializer.INSTANCE),
          new Leaf(BigInteger.class, BigIntSerializer.INSTANCE),
          new Leaf(BigDecimal.class, BigDecSerializer.INSTANCE),
          new Leaf(Instant.class, InstantSerializer.INSTANCE),
          new Leaf(LocalDate.class, LocalDateSerializer.INSTANCE),
          new Leaf(LocalTime.class, LocalTimeSerializer.INSTANCE),
          new Leaf(LocalDateTime.class, LocalDateTimeSerializer.INSTANCE));

  private static final Map<Class<?>, Integer> NUMBERS = new HashMap<>();

  static {
    for (int i = 0; i < ALL.size(); i++) {
      NUMBERS.put(ALL.get(i).type(), i);
    }
  }

  private Leaves() {}

  /** The number of a class; -1 if it is none of these. */
  static int number(Class<?> type) {
    return NUMBERS.getOrDefault(type, -1);
  }

  @SuppressWarnings("unchecked")
  static TypeSerializer<Object> serializer(int number) {
    return (TypeSerializer<Object>) ALL.get(number).serializer();
  }
}
