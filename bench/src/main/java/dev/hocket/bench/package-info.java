// One package: each benchmark is one or two classes on top of the few that run peers in turn
// (Race), and several benchmarks use the same peers.

/** Benchmarks that run peers beside Hocket and check the results of both. */
package dev.hocket.bench;
