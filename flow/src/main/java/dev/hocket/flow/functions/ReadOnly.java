package dev.hocket.flow.functions;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that a method does not keep, return or change an argument. On a parameter it covers that
 * argument, on a method its object and all arguments. Hocket relies on the promise and does not
 * check it: state may be passed to such a method, and functions that only read a mutable value may
 * be in several sections.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface ReadOnly {}
