package dev.hocket.flow.mapping;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes sets of ids of nodes that take a bit for each node. A node of a long algorithm may need all
 * nodes before it: for 10,000 nodes that are 50 million ids.
 */
final class NodeSets {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> ids = new ArrayList<>();

  /** A new set with the elements of another one. */
  Set<String> copyOf(Set<String> elements) {
    Set<String> copy = new NodeSet();
    copy.addAll(elements);
    return copy;
  }

  private int number(String id) {
    Integer known = numbers.putIfAbsent(id, ids.size());
    if (known != null) {
      return known;
    }
    ids.add(id);
    return ids.size() - 1;
  }

  private final class NodeSet extends AbstractSet<String> {
    private final BitSet bits = new BitSet();

    @Override
    public boolean add(String id) {
      int number = number(id);
      boolean isNew = !bits.get(number);
      bits.set(number);
      return isNew;
    }

    @Override
    public boolean addAll(Collection<? extends String> more) {
      if (!(more instanceof NodeSet others)) {
        return super.addAll(more);
      }
      int before = bits.cardinality();
      bits.or(others.bits);
      return bits.cardinality() > before;
    }

    @Override
    public boolean contains(Object id) {
      Integer number = numbers.get(id);
      return number != null && bits.get(number);
    }

    @Override
    public Iterator<String> iterator() {
      return bits.stream().mapToObj(ids::get).iterator();
    }

    @Override
    public int size() {
      return bits.cardinality();
    }
  }
}
