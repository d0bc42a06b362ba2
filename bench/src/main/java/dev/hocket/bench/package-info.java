/** Benchmarks that run peers beside Hocket and check the results of both. */
package dev.hocket.bench;
