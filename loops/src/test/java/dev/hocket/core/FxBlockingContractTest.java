package dev.hocket.core;

/** What a block that waits may count on, on the JavaFX loop. */
class FxBlockingContractTest extends BlockingContractTest {}
