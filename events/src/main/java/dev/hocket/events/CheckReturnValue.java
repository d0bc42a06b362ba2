package dev.hocket.events;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that does nothing but make an event: a call whose result is dropped is a mistake,
 * as in {@code channel.sendEvt(1);} without {@code sync}. Error Prone and other linters know the
 * annotation by its name, in whatever package it is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CheckReturnValue {}
