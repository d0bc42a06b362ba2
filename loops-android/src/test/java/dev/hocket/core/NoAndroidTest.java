package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/** The classes of Android alone, as on the class path of a plain unit test, are no Android. */
class NoAndroidTest {
  @Test
  void whereNoMainLooperRuns_thereIsNoTargetAndroid() {
    assertFalse(Targets.all().containsKey("android"));
  }
}
