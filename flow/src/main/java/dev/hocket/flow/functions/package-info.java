/**
 * Functions of a program. {@link dev.hocket.flow.functions.Function}, {@link
 * dev.hocket.flow.functions.Replicable} and {@link dev.hocket.flow.functions.ReadOnly} mark
 * methods; {@link dev.hocket.flow.functions.Library} finds them ({@code PackageScan}, {@code
 * LinkedFunction}, {@code Names}) and refuses those that leak their state; {@link
 * dev.hocket.flow.functions.Bindings} are the code and values that a graph only names.
 */
package dev.hocket.flow.functions;
