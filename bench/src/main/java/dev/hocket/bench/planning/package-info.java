/** How well {@code hocket plan} predicts, and what its advice gains. */
package dev.hocket.bench.planning;
