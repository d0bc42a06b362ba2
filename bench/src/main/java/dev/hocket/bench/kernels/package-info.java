/** The computations of papers 1 and 2, and the handlers of windows that compute them. */
package dev.hocket.bench.kernels;
