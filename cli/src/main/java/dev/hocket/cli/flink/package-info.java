/** The command {@code hocket package-flow}: a flow and what it needs in a jar for Flink. */
package dev.hocket.cli.flink;
