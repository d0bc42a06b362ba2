/**
 * The border between the code of a section and the engine that runs it. A {@code SectionCode} has
 * the functions of a section with their state; it reads and writes the slots of a {@code Packet},
 * and hands packets to {@code Output}s and values to a {@code Sink}; an {@code Intake} says how
 * many packets it may begin. The engine implements these and hands them over in {@code
 * Instruction}s; {@code Slots} assigns the slots. No arc, thread or run appears here, so every
 * engine can use generated code.
 */
package dev.hocket.flow.code;
