/** What the agent of {@code hocket lag}, the demo and the editors' diagnostics cost. */
package dev.hocket.bench.windows;
