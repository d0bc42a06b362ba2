/** Teams of threads and their tasks, beside the JDK's and those of OpenMP in C. */
package dev.hocket.bench.teams;
