package dev.hocket.flow.mapping;

import dev.hocket.flow.mapping.PromptCode.Kind;
import java.util.HashSet;
import java.util.Set;

/**
 * The methods of the JDK that never wait by themselves. A method that runs functions waits if the
 * functions wait.
 */
public final class PromptMethods {
  private static final Set<String> PACKAGES =
      Set.of(
          "java/math",
          "java/text",
          "java/time",
          "java/time/chrono",
          "java/time/format",
          "java/time/temporal",
          "java/util/function",
          "java/util/regex",
          "java/util/stream");

  private static final Set<String> TYPES =
      types(
          """
          java/lang/ AbstractStringBuilder Appendable AutoCloseable Boolean Byte CharSequence
          Character Comparable Double Enum Float Integer Iterable Long Math Number Record Runnable
          Short StrictMath String StringBuffer StringBuilder
          java/util/ AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList
          AbstractSet ArrayDeque ArrayList Arrays Base64 Base64$Decoder Base64$Encoder BitSet Calendar
          Collection Collections Comparator Currency Date Deque DoubleSummaryStatistics EnumMap EnumSet
          Enumeration GregorianCalendar HashMap HashSet Hashtable HexFormat IdentityHashMap
          IntSummaryStatistics Iterator LinkedHashMap LinkedHashSet LinkedList List ListIterator Locale
          LongSummaryStatistics Map Map$Entry NavigableMap NavigableSet Objects Optional OptionalDouble
          OptionalInt OptionalLong PrimitiveIterator$OfDouble PrimitiveIterator$OfInt
          PrimitiveIterator$OfLong PriorityQueue Queue Random RandomAccess SequencedCollection
          SequencedMap SequencedSet Set SortedMap SortedSet SplittableRandom Stack StringJoiner
          StringTokenizer TreeMap TreeSet UUID Vector WeakHashMap AbstractMap$SimpleEntry
          AbstractMap$SimpleImmutableEntry
          java/util/concurrent/ Callable
          java/util/zip/ Adler32 CRC32 CRC32C Checksum
          java/nio/charset/ Charset StandardCharsets
          java/security/ MessageDigest
          """);

  private static final Set<String> OF_OBJECT =
      Set.of("<init>", "equals", "hashCode", "toString", "getClass", "clone");

  private static final Set<String> OF_CLASS =
      Set.of(
          "getName",
          "getSimpleName",
          "isInstance",
          "cast",
          "desiredAssertionStatus",
          "hashCode",
          "equals",
          "getEnumConstants");

  private static final Set<String> OF_SYSTEM =
      Set.of("currentTimeMillis", "nanoTime", "arraycopy", "identityHashCode", "lineSeparator");

  private static final Set<String> OF_THROWABLE =
      Set.of(
          "<init>",
          "getMessage",
          "getLocalizedMessage",
          "getCause",
          "initCause",
          "addSuppressed",
          "getSuppressed",
          "toString",
          "hashCode",
          "equals",
          "getClass",
          "fillInStackTrace");

  /** Types whose methods wait for another thread, for time to pass or for a device. */
  private static final Set<String> WAITING =
      types(
          """
          java/lang/ Process
          java/util/ Scanner
          java/util/concurrent/ BlockingQueue BlockingDeque TransferQueue ArrayBlockingQueue
          LinkedBlockingQueue LinkedBlockingDeque LinkedTransferQueue PriorityBlockingQueue DelayQueue
          SynchronousQueue CountDownLatch CyclicBarrier Phaser Semaphore Exchanger
          java/util/concurrent/locks/ LockSupport
          java/io/ FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile
          java/net/ Socket ServerSocket DatagramSocket URLConnection HttpURLConnection
          java/net/http/ HttpClient
          java/nio/channels/ SocketChannel ServerSocketChannel DatagramChannel FileChannel Selector
          java/nio/file/ Files
          java/sql/ Connection Statement PreparedStatement ResultSet DriverManager
          """);

  private PromptMethods() {}

  /** Reads a list of types, each after its package or after another type of the same package. */
  private static Set<String> types(String text) {
    Set<String> types = new HashSet<>();
    String in = "";
    for (String word : text.trim().split("\\s+")) {
      if (word.endsWith("/")) {
        in = word;
      } else {
        types.add(in + word);
      }
    }
    return Set.copyOf(types);
  }

  /** Returns what is known about a method. */
  static Kind kind(String owner, String name) {
    if (owner.equals("java/lang/Thread") && (name.equals("sleep") || name.equals("join"))
        || owner.equals("java/lang/Object") && name.equals("wait")
        || WAITING.contains(owner) && !name.equals("<init>")
        || owner.startsWith("java/util/concurrent/")
            && (name.equals("await")
                || name.equals("get")
                    && (owner.endsWith("Future") || owner.endsWith("FutureTask")))) {
      return Kind.WAITS;
    }
    return isPrompt(owner, name) ? Kind.PROMPT : Kind.UNKNOWN;
  }

  /** Returns whether a method of a class never waits. */
  public static boolean isPrompt(Class<?> type, String name) {
    return isPrompt(type.getName().replace('.', '/'), name);
  }

  private static boolean isPrompt(String owner, String name) {
    return switch (owner) {
      case "java/lang/Object" -> OF_OBJECT.contains(name);
      case "java/lang/Class" -> OF_CLASS.contains(name);
      case "java/lang/System" -> OF_SYSTEM.contains(name);
      default ->
          owner.startsWith("[")
              || isListed(owner) && !name.startsWith("parallel")
              || isThrowable(owner) && OF_THROWABLE.contains(name);
    };
  }

  private static boolean isListed(String type) {
    return TYPES.contains(type) || PACKAGES.contains(type.substring(0, type.lastIndexOf('/')));
  }

  private static boolean isThrowable(String type) {
    try {
      return Throwable.class.isAssignableFrom(Class.forName(type.replace('/', '.'), false, null));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns whether objects of the class, or of a class of the program below it, may be made. */
  static boolean mayBeExtended(String type) {
    return type.equals("java/lang/Object") || isListed(type) || isThrowable(type);
  }

  /** Returns whether the static fields of a class are constants. */
  static boolean isConstant(String type) {
    return isListed(type);
  }
}
