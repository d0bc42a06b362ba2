package dev.hocket.flow.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.mapping.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which elements of a collection are handled at a time. */
class ApartTest {
  private final List<Object> collection = new ArrayList<>();
  private final Apart apart = new Apart(collection, Reach::parts);
  private int begun;

  /** Takes an element and begins it, if it may. */
  private boolean begins(Object element) {
    apart.hold(element);
    boolean may = apart.mayContinue();
    if (may) {
      apart.begin(begun++);
    }
    return may;
  }

  @Test
  void elementsThatNeverChange_beginAtATime() {
    assertTrue(begins("a") && begins("a") && begins(List.of(1, 2)) && begins(7));
  }

  @Test
  void differentMutableElements_beginAtATime() {
    assertTrue(begins(new ArrayList<>()) && begins(new long[1]) && begins(new ArrayList<>()));
  }

  @Test
  void elementsWithOneMutableObject_goOneAfterTheOther() {
    List<Long> shared = new ArrayList<>();
    assertTrue(begins(shared));
    assertFalse(begins(Map.of("key", shared)));
    apart.end(0);
    assertTrue(apart.mayContinue());
    assertEquals(Map.of("key", shared), apart.begin(begun++));
    assertFalse(begins(shared), "the second one is in hand");
  }

  @Test
  void anElementThatMayLeadToAnything_isAlone() {
    assertTrue(begins(new ArrayList<>().iterator()));
    assertFalse(apart.mayContinue(), "no other is taken");
    apart.end(0);
    assertTrue(begins(new ArrayList<>()));
    assertFalse(begins(new ArrayList<>().iterator()), "a mutable one is in hand");
  }

  @Test
  void anElementThatLeadsToTheCollection_isAlone() {
    assertTrue(begins(new Object[] {collection}));
    assertFalse(apart.mayContinue(), "code may change the collection");
  }
}
