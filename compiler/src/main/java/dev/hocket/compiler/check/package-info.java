/**
 * Phase 4 of 6: checks the rules of OpenMP and the sharing of data on attributed trees. {@link
 * dev.hocket.compiler.check.Checker} runs its parts in turn, one package each:
 *
 * <ul>
 *   <li>{@code language}: facts of Java itself, independent of directives
 *   <li>{@code place}: the statement or place that each directive governs
 *   <li>{@code sharing}: whose variables the code of a block uses, and what its clauses say of them
 *   <li>{@code races}: variables that a block and the code around it use at the same time
 *   <li>{@code exceptions}: which exceptions leave a block, and whether the code around it sees
 *       them
 *   <li>{@code suspension}: which functions and calls can be suspended
 *   <li>{@code toolkit}: calls of graphical toolkits from the wrong thread
 * </ul>
 */
package dev.hocket.compiler.check;
