package dev.hocket.flow.functions;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Allows copies of a stateful {@link Function}, each of which sees only a part of the packets: the
 * state is a cache, a buffer, or a statistic that is summed up elsewhere. On a class it covers all
 * of its functions.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Replicable {}
