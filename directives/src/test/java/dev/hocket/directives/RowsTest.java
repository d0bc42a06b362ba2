package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The rows of collapsed loops whose heads use the indices around them. */
class RowsTest {
  @Test
  void iterations_areFoundInTheirRows_fromAnyRow() {
    Rows rows = new Rows("Rows.java:1", 2);
    for (int i = 0; i < 100; i++) {
      rows.add(i % 7, 1000 + i, i);
    }
    for (int near = 0; near < 80; near += 13) {
      long iteration = 0;
      for (int i = 0; i < 100; i++) {
        for (int first = 0; first < i % 7; first++) {
          int row = rows.row(iteration, near);
          assertEquals(i, rows.index(row, 0));
          assertEquals(1000 + i, rows.index(row, 1));
          assertEquals(first, iteration - rows.start(row));
          assertEquals(iteration + i % 7 - first, rows.endOfChunk(row, iteration, rows.total()));
          iteration++;
        }
      }
      assertEquals(iteration, rows.total());
    }
  }

  @Test
  void aChunk_endsWithItsRow_andHasAtMostAnIntOfIterations() {
    Rows rows = new Rows("Rows.java:1", 2);
    rows.add(5, 0, 0);
    rows.add(1L << 40, 0, 1);
    assertEquals(4, rows.endOfChunk(0, 2, 4));
    assertEquals(5, rows.endOfChunk(0, 2, 40));
    assertEquals(5L + Integer.MAX_VALUE, rows.endOfChunk(1, 5, rows.total()));
  }

  @Test
  void tooManyIterations_areRefused() {
    Rows rows = new Rows("Rows.java:1", 2);
    rows.add(Long.MAX_VALUE, 0, 0);
    var thrown = assertThrows(IllegalArgumentException.class, () -> rows.add(1, 0, 1));
    assertEquals(
        "the loops at Rows.java:1 have more than 2^63-1 iterations together", thrown.getMessage());
  }

  @Test
  void anIndexAfterTheLoop_hasTheLastValue() {
    Rows rows = new Rows("Rows.java:1", 2);
    rows.leave(0, 3);
    rows.leave(0, 4);
    assertTrue(rows.reaches(0));
    assertFalse(rows.reaches(1));
    assertEquals(4, rows.left(0));
  }
}
