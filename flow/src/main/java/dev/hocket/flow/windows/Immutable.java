package dev.hocket.flow.windows;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that values of a type never change; the analysis of state looks for this name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface Immutable {}
