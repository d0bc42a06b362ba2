package dev.hocket.flow.state;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.function.Function;

/**
 * What is known of classes, computed once for each. It leads to no object of a program, so that
 * functions which use it share no value.
 */
@PerClass.ThreadSafe
final class PerClass<V> extends ClassValue<V> {
  private final Function<Class<?>, V> computing;

  PerClass(Function<Class<?>, V> computing) {
    this.computing = computing;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface ThreadSafe {}

  @Override
  protected V computeValue(Class<?> type) {
    return computing.apply(type);
  }
}
