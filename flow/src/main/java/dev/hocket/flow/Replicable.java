package dev.hocket.flow;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a stateful {@link Function} may have copies, each of which sees a part of the packets:
 * its state is a cache, a buffer, a statistic that is summed up elsewhere. On a class, for all of
 * its functions.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Replicable {}
