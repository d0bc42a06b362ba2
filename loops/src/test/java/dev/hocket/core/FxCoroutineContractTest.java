package dev.hocket.core;

/** What a suspended handler may count on, on the JavaFX loop. */
class FxCoroutineContractTest extends CoroutineContractTest {}
