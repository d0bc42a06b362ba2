package dev.hocket.flow.mapping;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.state.Constants;
import dev.hocket.flow.state.Lambdas;
import dev.hocket.flow.state.Types;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;

/**
 * A walk through the object graph that finds a {@link Reach}. It visits arrays, records, objects of
 * the program, lambdas, and collections of the JDK and of Clojure.
 */
final class ReachWalk {
  static final int MOST_OBJECTS = 20_000;

  private static final Field[] NONE = {};

  private static final Set<Class<?>> WITHOUT_PARTS = Set.of(Object.class, Record.class, Enum.class);

  /** References that tell nobody what is put into them. */
  private static final Set<Class<?>> HOLDERS =
      Set.of(
          AtomicReference.class,
          AtomicReferenceArray.class,
          AtomicMarkableReference.class,
          AtomicStampedReference.class);

  /** The fields of a class by which its objects may lead to other objects with code. */
  private static final ClassValue<List<Field>> PARTS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return Arrays.stream(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .filter(field -> !field.getType().isPrimitive())
              .filter(field -> !Constants.isConstantOfJdk(field.getType()))
              .toList();
        }
      };

  private final Reach found;

  /** Containers that get nothing mutable, as their declarations show. */
  private final Set<Object> harmless = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  /** What code of the flow consists of that Clojure has compiled: its text shows what it uses. */
  private final Set<Object> own = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Whether there is an object that code takes for one that several threads may use. */
  private boolean isTakenForSafe;

  ReachWalk(Reach found) {
    this.found = found;
  }

  /** Walks from the value, or from the static fields of a class of the program. */
  Reach walk() {
    if (found.top instanceof Class<?> type) {
      lookIntoStatics(type);
    } else {
      open(found.top);
    }
    while (!open.isEmpty()) {
      if (seen.size() > MOST_OBJECTS) {
        unseen();
        break;
      }
      look(open.pop());
    }
    found.changesWhenRead |= isTakenForSafe && found.isMutable() && !found.isCode;
    return found;
  }

  private void share(Object value) {
    if (!Types.isImmutable(value.getClass()) && !Types.isService(value.getClass())) {
      found.shared = value;
    }
  }

  private void open(Object value) {
    if (value == null) {
      return;
    }
    if (value instanceof PrintStream stream && JvmOutput.isOne(stream)) {
      // What is printed is seen outside.
    } else if (Reach.isConstant(value.getClass())) {
      noteCode(value);
    } else if (seen.add(value)) {
      open.push(value);
    }
  }

  /** Notes the classes of an object that never changes, and of its parts. */
  private void noteCode(Object value) {
    Class<?> type = value.getClass();
    if (Types.isOfJdk(type) || ClojureValues.isOne(value)) {
      return;
    }
    boolean isNew = found.code.add(type);
    for (Class<?> c = type;
        !WITHOUT_PARTS.contains(c) && !Types.isOfJdk(c);
        c = c.getSuperclass()) {
      for (Field field : PARTS.get(c)) {
        Object part = get(field, value);
        // Constants that lead to each other, such as those of an enum, have one class.
        if (part != null && (isNew || part.getClass() != type)) {
          noteCode(part);
        }
      }
    }
  }

  private void look(Object value) {
    Class<?> type = value.getClass();
    if (type.isArray()) {
      if (Array.getLength(value) > 0) {
        found.mutable.add(value);
      }
      if (value instanceof Object[] elements) {
        for (Object element : elements) {
          open(element);
        }
      }
    } else if (ClojureValues.isOne(value)) {
      if (ClojureValues.isCode(value) && !own.contains(value)) {
        found.code.add(type);
      }
      Object ofClojure = ClojureValues.functionOfClojure(value);
      if (ofClojure != null) {
        found.code.add(ofClojure.getClass());
      }
      if (!ClojureValues.isShareable(value)) {
        found.mutable.add(value);
      }
      if (ClojureValues.isReference(value)) {
        share(value);
      }
      if (ClojureValues.isWatchable(value)) {
        found.references.put(value, ClojureValues.contentOf(value));
      }
      ClojureValues.codeOf(value).forEach(this::runWhenRead);
      found.aliases.addAll(ClojureValues.arrays(value));
      ClojureValues.parts(value).ifPresentOrElse(p -> p.forEach(this::open), this::unseen);
    } else if (Types.isOfJdk(type) && Types.hasNoState(type)) {
      // It has no state to change.
    } else if (!Types.isOfJdk(type) && !Types.isDeclared(type)) {
      if (!own.contains(value)) {
        found.code.add(type);
        Lambdas.note(value);
      }
      lookIntoFields(value, type);
    } else if (Types.isOfJdk(type) && (!Types.isImmutable(type) || Types.hasElements(type))) {
      lookIntoJdk(value, type);
    }
  }

  /** Notes code that runs when a value is only read: a comparator, a watch. */
  private void runWhenRead(Object run) {
    Reach reach = Reach.ofCode(run);
    found.whenRead.addAll(reach.code());
    found.changesWhenRead |= !found.isCode && reach.isMutable();
  }

  private void unseen() {
    found.mutable.add(Reach.UNSEEN);
    found.changesWhenRead |= !found.isCode;
  }

  /**
   * Visits an object of the JDK.
   *
   * @param type its class, or the nearest class of the JDK above it
   */
  private void lookIntoJdk(Object value, Class<?> type) {
    if (value instanceof Buffer buffer && buffer.capacity() == 0) {
      return;
    }
    found.hasVariableOfThreads |= value instanceof ThreadLocal;
    boolean isSafe = Types.isThreadSafe(type);
    if (isSafe) {
      share(value);
      noteContainer(value);
    } else if (!type.isHidden() && !Constants.isFixed(value)) {
      // A lambda, whose class is hidden, only has what it has captured.
      found.mutable.add(value);
    }
    found.leadsToSettings |= value == System.getProperties();
    try {
      JdkValues inside = JdkValues.of(value, type);
      inside.parts().forEach(this::open);
      found.changesWhenRead |= inside.changesWhenRead() && !found.isCode;
      Object comparator = Constants.comparator(value);
      if (comparator != null && isSafe) {
        runWhenRead(comparator);
      } else if (comparator != null) {
        found.whenRead.addAll(Reach.ofCode(comparator).code());
      }
      if (!inside.areAll()) {
        unseen();
        found.leadsToSettings |= !JdkValues.isOfProgramOnly(type);
      } else if (!isSafe && Types.holdsNothing(type) && !Types.ownsItsParts(type)) {
        found.mutable.add(Reach.HIDDEN);
      }
    } catch (RuntimeException e) {
      // Another thread changes it.
      unseen();
    }
  }

  /** Notes a container whose elements stay there when code gets them. */
  // Functions that wait for each other use queues and futures: in one section they would hang.
  private void noteContainer(Object value) {
    boolean isContainer =
        value instanceof Map
            || value instanceof Collection && !(value instanceof BlockingQueue)
            || HOLDERS.contains(value.getClass());
    if (isContainer && !harmless.contains(value) && !Types.isImmutable(value.getClass())) {
      found.containers.add(value);
    }
  }

  /** Visits an object of the program, or a lambda. */
  private void lookIntoFields(Object value, Class<?> type) {
    boolean safe = Types.isImmutable(type);
    if (!safe && Types.isThreadSafe(type)) {
      share(value);
      noteContainer(value);
      lookIntoElements(value);
      return;
    }
    // The walk sees what a lambda has captured; a caller of the lambda counts as changing it all.
    boolean isKnown = found.isCode || type.isHidden() || ClojureValues.isPromise(type);
    if (!isKnown && Reading.mayRunCode(type)) {
      found.whenRead.add(type);
    }
    if (!isKnown && Reading.mayChangeObject(type)) {
      found.mutable.add(value);
      found.changesWhenRead = true;
    }
    isTakenForSafe |= !isKnown && Types.isTakenForSafe(type);
    boolean isMaker =
        found.isCode
            && value == found.top
            && (Bindings.isPure(type) || ClojureValues.makesCode(type));
    for (Class<?> c = type; !WITHOUT_PARTS.contains(c); c = c.getSuperclass()) {
      if (Types.isOfJdk(c)) {
        lookIntoJdk(value, c);
        return;
      }
      for (Field field : c.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          continue;
        }
        if (!safe && !Modifier.isFinal(field.getModifiers())) {
          found.mutable.add(value);
        }
        if (!field.getType().isPrimitive()) {
          Object part = part(field, value);
          if (isMaker && part != null && ClojureValues.hasText(part)) {
            own.add(part);
          }
          open(part);
        }
      }
    }
  }

  /** Visits what an object shows that several threads may use: its fields are its own. */
  private void lookIntoElements(Object value) {
    try {
      JdkValues.elements(value).forEach(this::open);
    } catch (RuntimeException e) {
      unseen();
    }
  }

  private void lookIntoStatics(Class<?> type) {
    for (Field field : type.isEnum() || Types.isOfJdk(type) ? NONE : type.getDeclaredFields()) {
      // Only the initialiser changes what the compiler adds, the table of a switch for instance.
      if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        if (!Modifier.isFinal(field.getModifiers())) {
          found.mutable.add(type);
        }
        if (!field.getType().isPrimitive()) {
          open(part(field, null));
        }
      }
    }
  }

  /** Gets the value of a field, whose declaration may show what the value is a container for. */
  private Object part(Field field, Object of) {
    Object part = get(field, of);
    if (part != null && Types.hasHarmlessElements(field.getGenericType())) {
      harmless.add(part);
    }
    return part;
  }

  private Object get(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException | RuntimeException e) {
      unseen();
      return null;
    }
  }
}
