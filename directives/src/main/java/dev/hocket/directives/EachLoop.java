package dev.hocket.directives;

import dev.hocket.core.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/**
 * For code that Hocket compiled: one thread's part in a work-shared loop over an {@link Iterable}.
 * A list with random access is read by index; any other iterable is copied, before the first
 * iteration, by the first thread that arrives.
 *
 * @param <T> the type of the elements
 */
public final class EachLoop<T> extends Loop {
  private final Iterable<? extends T> all;
  private List<T> elements;

  EachLoop(
      Member member, String label, Schedule schedule, boolean ordered, Iterable<? extends T> all) {
    super(member, "for", label, schedule, ordered, 0);
    this.all = all;
  }

  @Override
  @SuppressWarnings("unchecked")
  long prepare() {
    if (all instanceof RandomAccess && all instanceof List<?> list) {
      elements = (List<T>) list;
    } else if (share().beginCopy()) {
      elements = (List<T>) copyOf(all);
      share().elements = elements;
      member.team.wake();
    } else {
      member.await(Wait.of("the elements of the loop at " + label, this::areThere));
      member.checkTeam();
      elements = (List<T>) share().elements;
    }
    return elements == null ? 0 : elements.size();
  }

  private boolean areThere() {
    return share().elements != null || share().hasFailed() || member.team.hasFailed();
  }

  private static List<Object> copyOf(Iterable<?> all) {
    if (all instanceof Collection<?> collection) {
      return Arrays.asList(collection.toArray());
    }
    List<Object> copy = new ArrayList<>();
    all.forEach(copy::add);
    return copy;
  }

  /**
   * An element of the chunk.
   *
   * @param k its number in the chunk, from 0
   * @return the element
   */
  public T item(int k) {
    return elements.get((int) first() + k);
  }
}
