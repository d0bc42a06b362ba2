package dev.hocket.casestudies.logs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a type whose objects, and all objects that they reach, never change. Hocket's flows rely on
 * it: they see that a record's list is immutable only where it is made.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Immutable {}
