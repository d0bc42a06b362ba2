package dev.hocket.flow.state;

import java.util.Arrays;
import java.util.Set;

/** Classifies types: whose values never change, and whose values several threads may use. */
public final class Types {
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Character",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Void",
          "java.lang.Class",
          "java.math.BigInteger",
          "java.math.BigDecimal",
          "java.util.regex.Pattern",
          "java.util.UUID",
          "java.util.Locale",
          "java.net.URI",
          "java.net.URL",
          "java.net.InetAddress",
          "java.net.InetSocketAddress",
          "java.nio.charset.Charset",
          "java.nio.file.Path",
          "java.io.File",
          "clojure.lang.Keyword",
          "clojure.lang.Symbol",
          "clojure.lang.Ratio",
          "clojure.lang.BigInt",
          "clojure.lang.IPersistentCollection");

  private static final Set<String> THREAD_SAFE =
      Set.of(
          "clojure.lang.IRef",
          "clojure.lang.IAtom",
          "clojure.lang.Agent",
          "clojure.lang.Ref",
          "clojure.lang.Var",
          "java.util.Random",
          "java.security.SecureRandom");

  private Types() {}

  /** Whether no value of this type ever changes, as far as its name and fields show. */
  public static boolean isImmutable(Class<?> type) {
    return type.isPrimitive()
        || type.isEnum()
        || isOneOf(type, IMMUTABLE)
        || type.getName().startsWith("java.time.")
        || isRecordOfImmutables(type);
  }

  private static boolean isRecordOfImmutables(Class<?> type) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .allMatch(c -> c.getType() != type && isImmutable(c.getType()));
  }

  /** Whether several threads may use a value of this type at a time. */
  public static boolean isThreadSafe(Class<?> type) {
    return isImmutable(type) || isOneOf(type, THREAD_SAFE) || implementsConcurrent(type);
  }

  private static boolean implementsConcurrent(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (isConcurrent(c)
          || Arrays.stream(c.getInterfaces()).anyMatch(Types::implementsConcurrent)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConcurrent(Class<?> type) {
    return type.getPackageName().startsWith("java.util.concurrent");
  }

  private static boolean isOneOf(Class<?> type, Set<String> names) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (names.contains(c.getName())
          || Arrays.stream(c.getInterfaces()).anyMatch(i -> isOneOf(i, names))) {
        return true;
      }
    }
    return false;
  }
}
