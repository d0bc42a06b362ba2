package dev.hocket.flow.state;

import java.util.Set;

/**
 * Lists the methods of the JDK that may be called with references to state; docs/flow-safety.md
 * shows the table. Any other method is assumed to keep its arguments.
 */
final class SafeCalls {
  /** Classes whose methods neither keep nor return references to their arguments. */
  private static final Set<String> KEEP_NOTHING =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/StringBuffer",
          "java/lang/Math",
          "java/lang/System",
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Byte",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/math/BigInteger",
          "java/math/BigDecimal",
          "java/io/InputStream",
          "java/io/OutputStream",
          "java/io/Reader",
          "java/io/Writer",
          "java/io/PrintStream",
          "java/io/PrintWriter",
          "java/nio/ByteBuffer",
          "java/nio/CharBuffer",
          "java/nio/charset/Charset",
          "java/nio/charset/CharsetDecoder",
          "java/nio/charset/CharsetEncoder",
          "java/nio/channels/SocketChannel",
          "java/nio/channels/FileChannel",
          "java/nio/channels/ReadableByteChannel",
          "java/nio/channels/WritableByteChannel",
          "java/nio/file/Files",
          "java/security/MessageDigest",
          "java/util/Base64$Encoder",
          "java/util/Base64$Decoder",
          "java/util/HexFormat",
          "java/util/zip/CRC32",
          "java/util/zip/Checksum");

  /**
   * Methods of java.util.Arrays and Collections that only read their arguments or change them in
   * place.
   */
  private static final Set<String> IN_PLACE =
      Set.of(
          "sort",
          "fill",
          "equals",
          "hashCode",
          "toString",
          "deepToString",
          "binarySearch",
          "reverse",
          "shuffle",
          "swap",
          "max",
          "min",
          "frequency",
          "disjoint",
          "mismatch",
          "compare",
          "parallelSort",
          "setAll");

  /** Methods whose result is a new object with the same elements. */
  private static final Set<String> COPIES =
      Set.of("clone", "copyOf", "copyOfRange", "toArray", "toList", "collect", "slice");

  private static final Set<String> RETURN_IT =
      Set.of(
          "requireNonNull",
          "requireNonNullElse",
          "asList",
          "unmodifiableList",
          "unmodifiableMap",
          "unmodifiableSet",
          "unmodifiableCollection",
          "synchronizedList",
          "synchronizedMap");

  private SafeCalls() {}

  static boolean isOfJdk(String owner) {
    return owner.startsWith("java/") || owner.startsWith("javax/") || owner.startsWith("[");
  }

  /** Whether an object of a class only holds its arguments, and passes them nowhere by itself. */
  static boolean isHolder(String owner) {
    return owner.startsWith("java/util/")
            && !owner.startsWith("java/util/concurrent/")
            && !owner.startsWith("java/util/Timer")
        || owner.startsWith("java/io/")
        || owner.startsWith("java/nio/")
        || owner.startsWith("java/lang/Iterable")
        || owner.startsWith("[");
  }

  /** Whether a method keeps no reference to its arguments. */
  static boolean keepsNothing(String owner, String name) {
    return KEEP_NOTHING.contains(owner)
        || owner.equals("java/util/Objects")
        || (owner.equals("java/util/Arrays") || owner.equals("java/util/Collections"))
            && IN_PLACE.contains(name)
        || copies(owner, name)
        || returnsArgument(owner, name);
  }

  /** Whether the result has the elements of the receiver or the argument, but is another object. */
  static boolean copies(String owner, String name) {
    return COPIES.contains(name) && isOfJdk(owner) && !owner.startsWith("java/nio");
  }

  /** Whether the result is the argument or a view of it. */
  static boolean returnsArgument(String owner, String name) {
    return RETURN_IT.contains(name)
        && (owner.equals("java/util/Objects")
            || owner.equals("java/util/Arrays")
            || owner.equals("java/util/Collections"));
  }
}
