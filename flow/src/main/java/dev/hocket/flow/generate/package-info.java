/**
 * Turns the instructions of a section's steps into a class. {@code Generation} does it for all code
 * into methods, {@code Kinds} infers types, {@code SectionWriter} and the other writers write
 * instructions through {@code MethodCode}, {@code SectionClass} is the class around them, and
 * {@code GeneratedClasses} defines it. It knows no engine.
 */
package dev.hocket.flow.generate;
