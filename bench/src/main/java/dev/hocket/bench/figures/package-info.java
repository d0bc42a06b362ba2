/** Pictures and tables of the papers from the figures that benchmarks have measured. */
package dev.hocket.bench.figures;
