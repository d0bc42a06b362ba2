/** What benchmarks start and end: programs, other processes, and groups of processors for them. */
package dev.hocket.bench.processes;
