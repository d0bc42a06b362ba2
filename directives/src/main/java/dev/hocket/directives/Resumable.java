package dev.hocket.directives;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * For code that Hocket compiled: a method that can be suspended (paper 1, section 3.2.3), so that
 * code which is compiled later knows. In a source, {@code //#omp async} says the same.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Resumable {
  /**
   * Whether the method is marked async in its source. An unmarked one returns to its caller at its
   * first suspension.
   *
   * @return false for a {@code void} method without a mark that can be suspended
   */
  boolean async() default true;

  /**
   * Whether an unmarked method only forwards to its last call, so that plain calls of it wait.
   *
   * @return false for a method that awaits something itself
   */
  boolean forwards() default false;
}
