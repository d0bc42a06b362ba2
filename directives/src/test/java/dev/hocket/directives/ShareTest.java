package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The list of constructs that a team shares. */
class ShareTest {
  @Test
  void aConstruct_isFoundByItsNumber_inAnyOrderOfThreads() {
    Share start = new Share(2);
    Share five = start.find(5, "F.java:5");
    Share three = start.find(3, "F.java:3");
    assertNotSame(five, three);
    assertSame(five, start.find(5, "F.java:5"));
    assertSame(five, three.find(5, "F.java:5"));
    assertSame(three, start.find(3, "F.java:3"));
  }

  @Test
  void aConstructOfAnotherPlace_isRefused() {
    Share start = new Share(2);
    start.find(1, "F.java:5");
    assertThrows(IllegalStateException.class, () -> start.find(1, "G.java:7"));
  }
}
