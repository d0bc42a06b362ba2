package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that equal keys have equal hashes, in all JVMs. */
class StableHashTest {
  private static final Position HERE = new Position("here.clj", 1, 1);

  record Customer(String name, List<Integer> numbers) {}

  enum Colour {
    RED
  }

  /** Names that differ only in case are equal. */
  record Name(String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Name name && name.text.equalsIgnoreCase(text);
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static int hash(Object key) {
    return StableHash.of(key, HERE);
  }

  @Test
  void hashes_areKnownNumbers() {
    assertEquals(0, hash(null));
    assertEquals("red".hashCode(), hash("red"));
    assertEquals("RED".hashCode(), hash(Colour.RED));
    assertEquals(Long.hashCode(7L), hash(7L));
  }

  @Test
  void equalKeys_haveEqualHashes() {
    assertEquals(hash(List.of(1, 2)), hash(new ArrayList<>(List.of(1, 2))));
    assertEquals(hash(Set.of(1, 2)), hash(new TreeSet<>(Set.of(1, 2))));
    assertEquals(
        hash(new Customer("a", List.of(1))), hash(new Customer("a", new ArrayList<>(List.of(1)))));
  }

  @Test
  void keysOfOwnEquality_areRefused() {
    assertThrows(FlowException.class, () -> hash(new Name("a")));
    assertThrows(FlowException.class, () -> hash(new Object()));
  }
}
