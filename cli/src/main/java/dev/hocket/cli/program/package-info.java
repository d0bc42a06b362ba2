/** A user's program: its sources, its class path, its main method, and the loader that runs it. */
package dev.hocket.cli.program;
