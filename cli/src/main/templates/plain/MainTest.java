package com.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void sum_addsAllNumbers() {
    assertEquals(5050, Main.sum(100));
    assertEquals(1, Main.sum(1));
  }
}
