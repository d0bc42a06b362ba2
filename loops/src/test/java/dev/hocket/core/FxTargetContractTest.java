package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What every target promises, promised by the JavaFX loop. */
class FxTargetContractTest extends TargetContractTest {
  @Test
  void theKindUnderTest_isTheJavaFxLoop() {
    assertEquals("[FX_LOOP]", TargetKind.all().toList().toString());
  }
}
