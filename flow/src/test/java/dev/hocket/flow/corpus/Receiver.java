package dev.hocket.flow.corpus;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.Enumeration;
import java.util.Formatter;
import java.util.IdentityHashMap;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import java.util.zip.Checksum;

/** Everything that the receiver of a value can see of it and do to it. */
final class Receiver {
  private static final String CORPUS = Receiver.class.getPackageName() + ".";

  /** Objects that are being visited, or have been changed; they may have cycles. */
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());

  private Receiver() {}

  /** Reads a value and describes everything found in it. */
  static String look(Object value) {
    return new Receiver().seen(value);
  }

  /** Describes the fields of an object of the corpus. */
  static String lookAtFields(Object object) {
    Receiver receiver = new Receiver();
    receiver.visited.add(object);
    return receiver.fields(object).stream().map(receiver::seen).toList().toString();
  }

  /** Changes everything that can be reached from a value. */
  static void tamper(Object value) {
    new Receiver().change(value);
  }

  private String seen(Object value) {
    List<Object> parts;
    try {
      if (isPlain(value)) {
        return String.valueOf(value);
      }
      if (!visited.add(value)) {
        return "again";
      }
      parts = parts(value);
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
    List<String> shown = new ArrayList<>();
    try {
      parts.forEach(part -> shown.add(seen(part)));
    } finally {
      visited.remove(value);
    }
    return shown.toString();
  }

  private static boolean isPlain(Object value) {
    return switch (value) {
      case null -> true;
      case CharSequence text -> true;
      case Number number -> true;
      case Boolean bool -> true;
      case Character character -> true;
      case Enum<?> constant -> true;
      case StringWriter text -> true;
      case ByteArrayOutputStream bytes -> true;
      case Formatter text -> true;
      case BitSet bits -> true;
      case IntSummaryStatistics statistics -> true;
      default -> value.getClass().getName().startsWith("java.time.");
    };
  }

  /** Lists the values that a value leads to; uses up iterators, streams and readers. */
  private List<Object> parts(Object value) throws Exception {
    return switch (value) {
      case Map<?, ?> map -> new ArrayList<>(pairs(map));
      case Map.Entry<?, ?> entry -> Arrays.asList(entry.getKey(), entry.getValue());
      case Collection<?> collection -> new ArrayList<>(collection);
      // Comes before Spliterator, because the JDK's builders are spliterators, too.
      case Stream.Builder<?> builder -> all(builder.build().iterator());
      case Iterator<?> iterator -> all(iterator);
      case Enumeration<?> enumeration -> new ArrayList<>(Collections.list(enumeration));
      case Spliterator<?> spliterator -> all(Spliterators.iterator(spliterator));
      case BaseStream<?, ?> stream -> all(stream.iterator());
      case Optional<?> optional -> Arrays.asList(optional.orElse(null));
      case Throwable thrown -> thrown(thrown);
      case Recorder recorder -> recorder.run();
      case ForkJoinTask<?> task -> Arrays.asList(task.invoke());
      case FutureTask<?> task -> {
        task.run();
        yield Arrays.asList(task.get());
      }
      case CompletionStage<?> stage -> {
        CompletableFuture<?> future = stage.toCompletableFuture();
        yield Arrays.asList(future.isDone() ? future.join() : "pending");
      }
      case Bus bus -> {
        bus.publish("an event");
        yield List.of();
      }
      case Callable<?> callable -> Arrays.asList(callable.call());
      case Supplier<?> supplier -> Arrays.asList(supplier.get());
      case IntSupplier supplier -> List.of(supplier.getAsInt());
      case Function<?, ?> function ->
          Arrays.asList(Receiver.<Function<Object, Object>>as(function).apply("a"));
      case BiFunction<?, ?, ?> function ->
          Arrays.asList(Receiver.<BiFunction<Object, Object, Object>>as(function).apply("a", "b"));
      case IntUnaryOperator operator -> List.of(operator.applyAsInt(1));
      case Predicate<?> predicate -> List.of(Receiver.<Predicate<Object>>as(predicate).test("a"));
      case Comparator<?> comparator ->
          List.of(Receiver.<Comparator<Object>>as(comparator).compare("a", "b"));
      case Reference<?> reference -> Arrays.asList(reference.get());
      case ThreadLocal<?> local -> Arrays.asList(local.get());
      case AtomicReference<?> reference -> Arrays.asList(reference.get());
      case AtomicReferenceArray<?> array -> Arrays.asList(array.get(0));
      case ByteBuffer buffer -> all(buffer.duplicate());
      case IntBuffer buffer -> all(buffer.duplicate());
      case LongBuffer buffer -> all(buffer.duplicate());
      case InputStream in -> Arrays.asList(in.readAllBytes());
      case Reader reader -> List.of(text(reader));
      case Matcher matcher -> List.of(matcher.reset().results().map(r -> r.group()).toList());
      case MessageDigest digest -> Arrays.asList(((MessageDigest) digest.clone()).digest());
      case Checksum checksum -> List.of(checksum.getValue());
      case Date date -> List.of(date.getTime());
      case Calendar calendar -> List.of(calendar.getTimeInMillis());
      case Iterable<?> iterable -> all(iterable.iterator());
      case Object array when array.getClass().isArray() -> elements(array);
      case Object own when isOfTheCorpus(own) -> fields(own);
      default -> List.of();
    };
  }

  private static List<List<?>> pairs(Map<?, ?> map) {
    List<List<?>> pairs = new ArrayList<>();
    map.forEach((key, value) -> pairs.add(Arrays.asList(key, value)));
    return pairs;
  }

  private static List<Object> all(Iterator<?> iterator) {
    List<Object> all = new ArrayList<>();
    iterator.forEachRemaining(all::add);
    return all;
  }

  private static List<Object> all(ByteBuffer buffer) {
    List<Object> all = new ArrayList<>();
    while (buffer.hasRemaining()) {
      all.add(buffer.get());
    }
    return all;
  }

  private static List<Object> all(IntBuffer buffer) {
    List<Object> all = new ArrayList<>();
    while (buffer.hasRemaining()) {
      all.add(buffer.get());
    }
    return all;
  }

  private static List<Object> all(LongBuffer buffer) {
    List<Object> all = new ArrayList<>();
    while (buffer.hasRemaining()) {
      all.add(buffer.get());
    }
    return all;
  }

  private static String text(Reader reader) throws Exception {
    StringWriter text = new StringWriter();
    reader.transferTo(text);
    return text.toString();
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  private List<Object> thrown(Throwable thrown) {
    List<Object> parts = fields(thrown);
    parts.add(thrown.getClass().getSimpleName());
    parts.add(thrown.getMessage());
    parts.add(thrown.getCause());
    parts.addAll(List.of(thrown.getSuppressed()));
    return parts;
  }

  private static boolean isOfTheCorpus(Object object) {
    return isOfTheCorpus(object.getClass());
  }

  private static boolean isOfTheCorpus(Class<?> type) {
    return type != null && type.getName().startsWith(CORPUS) && !type.isHidden();
  }

  private List<Object> fields(Object object) {
    List<Object> values = new ArrayList<>();
    for (Class<?> c = object.getClass(); isOfTheCorpus(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          values.add(get(field, object));
        }
      }
    }
    return values;
  }

  private static Object get(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes the values that a value leads to, and then the value. */
  private void change(Object value) {
    if (value == null || !visited.add(value)) {
      return;
    }
    try {
      if (value instanceof Iterator<?> iterator) {
        while (iterator.hasNext()) {
          change(iterator.next());
          iterator.remove();
        }
      } else if (!isPlain(value)) {
        parts(value).forEach(this::change);
      }
    } catch (Exception e) {
      // Some values refuse to be used or changed; the rest is tried nevertheless.
    }
    try {
      damage(value);
    } catch (Exception e) {
      // Ignored: see above.
    }
  }

  private static void damage(Object value) throws Exception {
    switch (value) {
      case Collection<?> collection -> collection.clear();
      case Map<?, ?> map -> map.clear();
      case Map.Entry<?, ?> entry -> entry.setValue(null);
      case StringBuilder text -> text.setLength(0);
      case StringBuffer text -> text.setLength(0);
      case Date date -> date.setTime(-1);
      case Calendar calendar -> calendar.setTimeInMillis(-1);
      case BitSet bits -> bits.clear();
      case ByteBuffer buffer -> buffer.put(0, (byte) 99);
      case OutputStream out -> {
        out.write('!');
        out.flush();
      }
      case Writer writer -> {
        writer.write('!');
        writer.flush();
      }
      case WritableByteChannel channel -> channel.write(ByteBuffer.wrap(new byte[] {99}));
      case Formatter formatter -> formatter.format("!");
      case CompletableFuture<?> future ->
          Receiver.<CompletableFuture<Object>>as(future).complete("tampered");
      case Thread thread -> {
        thread.start();
        thread.join();
      }
      case Runnable runnable -> runnable.run();
      case Consumer<?> consumer -> Receiver.<Consumer<Object>>as(consumer).accept("tampered");
      case Object[] array -> Arrays.fill(array, null);
      case byte[] array -> Arrays.fill(array, (byte) 99);
      case char[] array -> Arrays.fill(array, '!');
      case int[] array -> Arrays.fill(array, 99);
      case long[] array -> Arrays.fill(array, 99);
      case double[] array -> Arrays.fill(array, 99);
      default -> {}
    }
  }

  /** Casts an object: the corpus' lambdas take any object where these take strings. */
  @SuppressWarnings("unchecked")
  private static <T> T as(Object value) {
    return (T) value;
  }
}
