// One package, because each benchmark is a class or two of its own on the same few that run peers
// in turn (Race), and what
// stands for one peer often serves another comparison.

/** Benchmarks that run peers beside Hocket and check the results of both. */
package dev.hocket.bench;
