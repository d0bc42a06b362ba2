package dev.hocket.flow.functions;

import dev.hocket.flow.graph.Graph;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method callable from algorithms. The object is its state: each call in an algorithm has
 * an object of its own, made by the constructor without parameters when a run begins, and one
 * thread at a time calls it. A static method has no state.
 *
 * <p>The state must stay in the object: linking refuses a method that returns a reference to it,
 * stores one elsewhere or passes one on.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Function {
  /**
   * The name in algorithms.
   *
   * @return by default the method's: {@code nbRead} is {@code nb-read}
   */
  String name() default "";

  /**
   * States whether the method produces packets: it is called again and again until it returns
   * {@link Graph#END}.
   *
   * @return false by default
   */
  boolean source() default false;

  /**
   * States whether the method may wait for something outside the program: a socket, a file, a lock.
   * Its section then runs on virtual threads.
   *
   * @return false by default
   */
  boolean blocking() default false;

  /**
   * States whether the method returns a {@link java.util.concurrent.CompletionStage} whose value is
   * the value of the call. No thread waits for the stage; the flow continues with other packets,
   * and limits the number of calls with incomplete stages to the capacity of the call's arcs. If
   * false, a stage is a value like any other.
   *
   * @return false by default
   */
  boolean async() default false;
}
