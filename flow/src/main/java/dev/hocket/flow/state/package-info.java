/**
 * The check that a function's state stays in its object, and the function's effects on its
 * arguments. {@code StateAnalysis} interprets the byte code abstractly, with {@code
 * StateInterpreter} and {@code StateFrame} for one method ({@code Code}), {@code Calls} for its
 * calls and {@code Puts} for what it stores; a {@code StateValue} is a set of {@code Place}s and of
 * {@code Made} objects, and {@code Knowledge} has what these hold. {@code ClassFiles} finds the
 * code of the program, {@code Lambdas} the methods of lambdas, {@code JdkMethods} reads the rules
 * for the JDK from {@code jdk-methods.txt}, {@code StateTypes} and {@code Types} decide by types
 * ({@code PerClass}). A method goes in, a {@code Summary} comes out.
 */
package dev.hocket.flow.state;
