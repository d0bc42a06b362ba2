package dev.hocket.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that only makes an event: dropping its result is a mistake, as in {@code
 * channel.sendEvt(1);} without {@code sync}. Error Prone and other linters recognise the annotation
 * by its name, whatever its package.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CheckReturnValue {}
