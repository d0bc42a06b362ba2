/** Dataflow graphs, beside pipelines by hand and those of other libraries. */
package dev.hocket.bench.flows;
