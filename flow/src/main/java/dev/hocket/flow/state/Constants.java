package dev.hocket.flow.state;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;

/** Decides at run time whether values are known never to change. */
public final class Constants {
  private static final String COLLECTIONS_THAT_CANNOT_CHANGE = "java.util.ImmutableCollections$";

  private Constants() {}

  /** Whether a value never changes: it and the elements of collections of a known size. */
  public static boolean isConstant(Object value) {
    if (value == null || value instanceof Enum) {
      return true;
    }
    Class<?> type = value.getClass();
    if (!Types.isImmutable(type) && !type.getName().startsWith(COLLECTIONS_THAT_CANNOT_CHANGE)) {
      return false;
    }
    return switch (value) {
      case Map<?, ?> map -> areConstant(map.keySet()) && areConstant(map.values());
      case Set<?> set -> areConstant(set);
      // Other lists may be lazy, and have no end.
      case List<?> list when list instanceof RandomAccess -> areConstant(list);
      default -> true;
    };
  }

  private static boolean areConstant(Collection<?> values) {
    return values.stream().allMatch(Constants::isConstant);
  }
}
