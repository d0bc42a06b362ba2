/**
 * Runs flows as jobs of Apache Flink: {@code Plan} divides an algorithm into the {@code Stage}s of
 * a job, or refuses what has no counterpart; a {@code StageOperator} runs the code that flow
 * generates for a stage, {@code FlowSource} draws packets, and {@code ResultOperator} keeps the
 * result. {@code Encoder} and {@code Decoder} write state and packets, {@code Restorable} refuses
 * state that they could not write before a job starts.
 */
package dev.hocket.flow.flink;
