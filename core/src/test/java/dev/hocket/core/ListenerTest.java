package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the list of listeners for a block's end. */
class ListenerTest {
  private static final Runnable A = () -> {};
  private static final Runnable B = () -> {};
  private static final Runnable C = () -> {};

  @Test
  void inOrder_isTheOrderInWhichTheyCame() {
    assertEquals(List.of(A, B, C), actions(Listener.inOrder(list(A, B, C))));
  }

  @Test
  void without_removesOneAndKeepsTheOrder() {
    assertEquals(List.of(C, B), actions(Listener.without(list(A, B, C), A)));
    assertEquals(List.of(C, A), actions(Listener.without(list(A, B, C), B)));
    assertEquals(List.of(B, A), actions(Listener.without(list(A, B, C), C)));
    assertEquals(List.of(B, A), actions(Listener.without(list(A, B, A), A)));
  }

  @Test
  void without_leavesAListUnchangedThatHasNone() {
    Listener list = list(A, B);
    assertSame(list, Listener.without(list, C));
    assertSame(null, Listener.without(null, A));
    assertSame(Listener.CLOSED, Listener.without(Listener.CLOSED, A));
  }

  @Test
  void without_needsNoStackForALongList() {
    Runnable[] all = new Runnable[100_000];
    for (int i = 0; i < all.length; i++) {
      int number = i;
      all[i] = () -> assertEquals(0, number);
    }
    assertEquals(all.length - 1, actions(Listener.without(list(all), all[0])).size());
  }

  private static Listener list(Runnable... actions) {
    Listener list = null;
    for (Runnable action : actions) {
      list = new Listener(action).after(list);
    }
    return list;
  }

  private static List<Runnable> actions(Listener list) {
    List<Runnable> actions = new ArrayList<>();
    for (Listener l = list; l != null; l = l.earlier()) {
      actions.add(l.action());
    }
    return actions;
  }
}
