/** Nexmark's queries over auctions, as flows on one machine and on Flink. */
package dev.hocket.bench.auctions;
