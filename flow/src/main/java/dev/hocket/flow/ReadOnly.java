package dev.hocket.flow;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that a method neither keeps nor returns nor changes an argument. On a parameter it
 * covers that argument, on a method its object and all arguments. The analysis of state relies on
 * the promise and does not check it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface ReadOnly {}
