package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.Node.Balance;
import org.junit.jupiter.api.Test;

/** Which copy a packet goes to. */
class BalancerTest {
  @Test
  void skippedPackets_leaveTheLoadAsItIs() {
    Balancer balancer = new Balancer(Balance.LEAST_LOADED, 2);
    for (int i = 0; i < 3; i++) {
      balancer.left(balancer.pass());
    }
    assertEquals(0, balancer.choose("a"));
    assertEquals(1, balancer.choose("b"));
  }
}
