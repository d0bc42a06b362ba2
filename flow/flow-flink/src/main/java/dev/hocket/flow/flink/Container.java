package dev.hocket.flow.flink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The collections of Java's that are written element by element, and come back as the same class.
 * Views of others are not: see {@link Encoder}. The numbers are part of the format.
 */
enum Container {
  ARRAY_LIST(ArrayList.class, order -> new ArrayList<>()),
  LINKED_LIST(LinkedList.class, order -> new LinkedList<>()),
  ARRAY_DEQUE(ArrayDeque.class, order -> new ArrayDeque<>()),
  PRIORITY_QUEUE(PriorityQueue.class, PriorityQueue::new),
  COPIED_LIST(CopyOnWriteArrayList.class, order -> new CopyOnWriteArrayList<>()),
  HASH_SET(HashSet.class, order -> new HashSet<>()),
  LINKED_SET(LinkedHashSet.class, order -> new LinkedHashSet<>()),
  TREE_SET(TreeSet.class, TreeSet::new),
  HASH_MAP(HashMap.class, order -> new HashMap<>()),
  LINKED_MAP(LinkedHashMap.class, order -> new LinkedHashMap<>()),
  TREE_MAP(TreeMap.class, TreeMap::new),
  CONCURRENT_MAP(ConcurrentHashMap.class, order -> new ConcurrentHashMap<>()),
  /** {@code List.of}, {@code List.copyOf} and {@code Stream.toList}. */
  LIST_OF(List.of().getClass(), null),
  SET_OF(Set.of().getClass(), null),
  MAP_OF(Map.of().getClass(), null);

  private static final Container[] ALL = values();

  private final Class<?> type;

  /** Makes an empty one; null if it is made at once with its elements. */
  private final Function<Comparator<Object>, Object> maker;

  Container(Class<?> type, Function<Comparator<Object>, Object> maker) {
    this.type = type;
    this.maker = maker;
  }

  /** The container of a class; null if there is none. */
  static Container of(Class<?> type) {
    for (Container container : ALL) {
      if (container.type == type) {
        return container;
      }
    }
    if (type == List.of(1).getClass()) {
      return LIST_OF;
    }
    if (type == Set.of(1).getClass()) {
      return SET_OF;
    }
    return type == Map.of(1, 1).getClass() ? MAP_OF : null;
  }

  static Container numbered(int number) {
    return ALL[number];
  }

  boolean isMadeEmpty() {
    return maker != null;
  }

  Object empty(Comparator<Object> order) {
    return maker.apply(order);
  }

  /** Adds elements; those of a map are keys and values in turn. */
  @SuppressWarnings("unchecked")
  static void fill(Object container, Object[] elements) {
    if (container instanceof Map<?, ?>) {
      Map<Object, Object> map = (Map<Object, Object>) container;
      for (int i = 0; i < elements.length; i += 2) {
        map.put(elements[i], elements[i + 1]);
      }
    } else {
      ((Collection<Object>) container).addAll(Arrays.asList(elements));
    }
  }

  /** Makes one that cannot be filled later. */
  Object with(Object[] elements) {
    return switch (this) {
      case LIST_OF ->
          Arrays.asList(elements).contains(null)
              ? Arrays.stream(elements).toList()
              : List.of(elements);
      case SET_OF -> Set.of(elements);
      case MAP_OF -> {
        Map<Object, Object> map = new HashMap<>();
        fill(map, elements);
        yield Map.copyOf(map);
      }
      default -> throw new AssertionError(this);
    };
  }

  static Object[] elements(Object container) {
    if (container instanceof Map<?, ?> map) {
      Object[] elements = new Object[2 * map.size()];
      int i = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        elements[i++] = entry.getKey();
        elements[i++] = entry.getValue();
      }
      return elements;
    }
    return ((Collection<?>) container).toArray();
  }

  static Comparator<?> order(Object container) {
    return switch (container) {
      case SortedMap<?, ?> map -> map.comparator();
      case SortedSet<?> set -> set.comparator();
      case PriorityQueue<?> queue -> queue.comparator();
      default -> null;
    };
  }

  /** Describes what elements alone would not restore; null if there is nothing. */
  static String hidden(Object container) {
    if (container.getClass() != LinkedHashMap.class) {
      return null;
    }
    @SuppressWarnings("unchecked")
    Map<Object, Object> probe =
        (Map<Object, Object>) ((LinkedHashMap<Object, Object>) container).clone();
    probe.clear();
    probe.put(1, 1);
    probe.put(2, 2);
    probe.get(1);
    boolean isByAccess = probe.keySet().iterator().next().equals(2);
    return isByAccess
        ? "a LinkedHashMap in the order of access, which would come back in the order of insertion"
        : null;
  }
}
