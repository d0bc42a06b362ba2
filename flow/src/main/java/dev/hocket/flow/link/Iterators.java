package dev.hocket.flow.link;

import dev.hocket.flow.graph.Node;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;

/** Iterates over the collection of a {@link Node.SMap}. */
public final class Iterators {
  private Iterators() {}

  public static Iterator<?> of(Object collection) {
    return switch (collection) {
      case null -> Collections.emptyIterator();
      case Iterable<?> all -> all.iterator();
      case Map<?, ?> map -> map.entrySet().iterator();
      case Object[] array -> Arrays.asList(array).iterator();
      case CharSequence text -> text.chars().mapToObj(c -> (Object) (char) c).iterator();
      default -> {
        if (!collection.getClass().isArray()) {
          throw new ClassCastException(
              "smap over a " + collection.getClass().getName() + ", which is no collection");
        }
        yield IntStream.range(0, Array.getLength(collection))
            .mapToObj(i -> Array.get(collection, i))
            .iterator();
      }
    };
  }
}
