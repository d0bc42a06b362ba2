/**
 * The check that a function's state stays in its object. {@code StateAnalysis} interprets the byte
 * code of a method abstractly, with {@code StateInterpreter}, {@code StateFrame}, {@code
 * StateValue} and {@code MethodState}; {@code ClassFiles} finds the code that it follows, {@code
 * SafeCalls} is the table of the JDK's methods, {@code StateTypes} and {@code Types} decide by
 * types. A class name goes in, the list of leaks comes out.
 */
package dev.hocket.flow.state;
