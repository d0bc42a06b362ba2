package dev.hocket.flow.mapping;

import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Types;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.ref.Reference;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.text.DateFormat;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.logging.Logger;

/**
 * Objects of the JDK, as {@link Reach} sees them.
 *
 * @param parts the objects that one shows
 * @param areAll whether it certainly leads to no other object of the program
 * @param changesWhenRead whether code that only reads it may change it
 */
// The JDK hides the fields of its objects. So an object leads to unknown ones unless its class is
// known to hold nothing of the program, its fields can hold nothing, or its methods show all.
record JdkValues(List<?> parts, boolean areAll, boolean changesWhenRead) {
  private static final JdkValues NOTHING = all(List.of());
  private static final JdkValues UNKNOWN = new JdkValues(List.of(), false, false);

  /** Packages of types whose objects programs make for themselves: the JDK keeps none of them. */
  private static final Set<String> OF_PROGRAMS =
      Set.of(
          "java.awt",
          "java.awt.geom",
          "java.awt.image",
          "java.io",
          "java.lang.foreign",
          "java.lang.ref",
          "java.math",
          "java.nio",
          "java.nio.channels",
          "java.nio.charset",
          "java.nio.file",
          "java.nio.file.attribute",
          "java.sql",
          "java.text",
          "java.time",
          "java.time.format",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks",
          "java.util.function",
          "java.util.jar",
          "java.util.regex",
          "java.util.stream",
          "java.util.zip",
          "javax.crypto",
          "javax.sql",
          "javax.swing");

  /**
   * Returns whether only the program has the objects of a class of the JDK: no method of the JDK
   * gives them to all code, as it does with a provider, a handler or a group of threads.
   */
  static boolean isOfProgramOnly(Class<?> type) {
    Class<?> shown = type;
    while (shown != Object.class && !isPublic(shown)) {
      shown = shown.getSuperclass();
    }
    return shown == Object.class
        ? Arrays.stream(type.getInterfaces()).anyMatch(JdkValues::isInOneOfThem)
        : isInOneOfThem(shown) || Throwable.class.isAssignableFrom(shown);
  }

  private static boolean isPublic(Class<?> type) {
    return Modifier.isPublic(type.getModifiers()) && type.getName().startsWith("java");
  }

  private static boolean isInOneOfThem(Class<?> type) {
    return OF_PROGRAMS.contains(type.getPackageName());
  }

  private static JdkValues all(List<?> parts) {
    return new JdkValues(parts, true, false);
  }

  /**
   * Looks at a value.
   *
   * @param type its class, or the nearest class of the JDK above it
   */
  static JdkValues of(Object value, Class<?> type) {
    if (Types.holdsNothing(type)) {
      // A calendar computes its fields when they are read.
      return new JdkValues(settings(value), true, value instanceof Calendar);
    }
    return switch (value) {
      case Map<?, ?> map -> collection(value, type, entries(map));
      case Collection<?> elements -> collection(value, type, ofCollection(elements));
      case Map.Entry<?, ?> entry ->
          collection(value, type, Arrays.asList(entry.getKey(), entry.getValue()));
      case Optional<?> optional -> all(Arrays.asList(optional.orElse(null)));
      case Buffer buffer when buffer.capacity() == 0 -> NOTHING;
      // Its content is in the array, which other buffers may share.
      case Buffer buffer when buffer.hasArray() -> all(List.of(buffer.array()));
      default -> value.getClass() == type ? holder(value) : UNKNOWN;
    };
  }

  /** The elements that an object of the program shows as a collection or map. */
  static List<?> elements(Object value) {
    return switch (value) {
      case Map<?, ?> map -> entries(map);
      case Collection<?> elements -> ofCollection(elements);
      default -> List.of();
    };
  }

  /**
   * The objects that such an object works with, as a format or a pool; a program may have set them.
   */
  private static List<?> settings(Object value) {
    return switch (value) {
      case DateFormat format -> Arrays.asList(format.getCalendar(), format.getNumberFormat());
      case MessageFormat format -> Arrays.asList((Object[]) format.getFormats());
      case Calendar calendar -> Arrays.asList(calendar.getTimeZone());
      case Logger logger -> Loggers.code(logger);
      case ThreadPoolExecutor pool ->
          ofProgram(pool.getThreadFactory(), pool.getRejectedExecutionHandler());
      case ForkJoinPool pool -> ofProgram(pool.getFactory(), pool.getUncaughtExceptionHandler());
      default -> List.of();
    };
  }

  private static List<?> ofProgram(Object... parts) {
    return Arrays.stream(parts)
        .filter(part -> part != null && !Types.isOfJdk(part.getClass()))
        .toList();
  }

  private static List<?> entries(Map<?, ?> map) {
    List<Object> parts = new ArrayList<>();
    map.forEach((key, element) -> {
      parts.add(key);
      parts.add(element);
    });
    return parts;
  }

  private static List<?> ofCollection(Collection<?> elements) {
    List<Object> parts = new ArrayList<>();
    elements.forEach(parts::add);
    return parts;
  }

  private static JdkValues collection(Object value, Class<?> type, List<?> elements) {
    Comparator<?> comparator = Constants.comparator(value);
    List<Object> parts = new ArrayList<>(elements);
    parts.add(comparator);
    if (Types.isThreadSafe(type)) {
      return all(parts);
    }
    boolean changesWhenRead =
        comparator != null && !ClojureValues.holdsNothing(comparator.getClass())
            || Constants.isInOrderOfUse(value);
    return new JdkValues(parts, Constants.ownsElements(value, type), changesWhenRead);
  }

  /** Looks at an object whose class is of the JDK. */
  private static JdkValues holder(Object value) {
    return switch (value) {
      case AtomicReference<?> reference -> all(Arrays.asList(reference.get()));
      case AtomicMarkableReference<?> reference -> all(Arrays.asList(reference.getReference()));
      case AtomicStampedReference<?> reference -> all(Arrays.asList(reference.getReference()));
      case AtomicReferenceArray<?> references -> {
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < references.length(); i++) {
          parts.add(references.get(i));
        }
        yield all(parts);
      }
      case Reference<?> reference -> all(Arrays.asList(reference.get()));
      case CompletableFuture<?> future -> done(future);
      case FutureTask<?> future -> done(future);
      case Serializable function when function.getClass().isHidden() -> captured(function);
      default -> UNKNOWN;
    };
  }

  private static JdkValues done(Future<?> future) {
    return switch (future.state()) {
      case SUCCESS -> all(Arrays.asList(future.resultNow()));
      case FAILED -> all(Arrays.asList(future.exceptionNow()));
      case CANCELLED -> NOTHING;
      case RUNNING -> UNKNOWN;
    };
  }

  /**
   * The values that a function which the JDK has made refers to, such as that of {@code
   * Comparator.comparing(f)}: its serial form shows them.
   */
  private static JdkValues captured(Serializable function) {
    List<Object> parts = new ArrayList<>();
    boolean[] isShown = new boolean[1];
    try (ObjectOutputStream out =
        new ObjectOutputStream(OutputStream.nullOutputStream()) {
          {
            enableReplaceObject(true);
          }

          @Override
          protected Object replaceObject(Object form) {
            if (form instanceof SerializedLambda lambda) {
              isShown[0] = true;
              for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
                parts.add(lambda.getCapturedArg(i));
              }
            }
            return null;
          }
        }) {
      out.writeObject(function);
      return isShown[0] ? all(parts) : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
