package dev.hocket.flow.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Objects to call methods of the JDK with, and the elements in them. */
final class Samples {
  /** An element that equals no other. */
  static final class Element implements Comparable<Element> {
    private static int made;

    private final int number = ++made;

    @Override
    public int compareTo(Element other) {
      return Integer.compare(number, other.number);
    }
  }

  /** The sample of a text; no test may use it as the name of a file. */
  static final String TEXT = "12 34";

  private static final List<Object> RESULTS = new ArrayList<>();

  private final Map<Object, Set<Object>> parts = new IdentityHashMap<>();

  Samples() {
    RESULTS.clear();
  }

  /** Returns the results of the functions. */
  List<Object> results() {
    return RESULTS;
  }

  /** Returns the elements that were put into a sample. */
  Set<Object> parts(Object sample) {
    return parts.getOrDefault(sample, Set.of());
  }

  /** Makes a sample for each type. */
  Object[] all(Class<?>[] types) {
    return Arrays.stream(types).map(this::of).toArray();
  }

  static boolean isMutable(Object value) {
    return !(value instanceof String) && !Types.isImmutable(value.getClass());
  }

  private <T> T with(T sample, Object... elements) {
    Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(Arrays.asList(elements));
    parts.put(sample, set);
    return sample;
  }

  /** Returns the text of a sample, if it shows changes. */
  static String look(Object value) {
    return switch (value) {
      case null -> "";
      case int[] a -> Arrays.toString(a);
      case long[] a -> Arrays.toString(a);
      case byte[] a -> Arrays.toString(a);
      case char[] a -> Arrays.toString(a);
      case double[] a -> Arrays.toString(a);
      case Object[] a -> Arrays.toString(a);
      case Collection<?> c -> c.toString();
      case Map<?, ?> m -> m.toString();
      case CharSequence s -> s.toString();
      case java.nio.Buffer b -> b.toString();
      case java.util.BitSet b -> b.toString();
      default -> "";
    };
  }

  /** Makes a sample of a type, with elements if it has any; null if none can be made. */
  Object of(Class<?> type) {
    Element a = new Element();
    Element b = new Element();
    if (type.isPrimitive()) {
      return primitive(type);
    }
    if (type == Object.class) {
      return a;
    }
    if (type == Object[].class || type == Comparable[].class) {
      return with(type == Object[].class ? new Object[] {a, b} : new Comparable<?>[] {a, b}, a, b);
    }
    if (type.isArray()) {
      return java.lang.reflect.Array.newInstance(type.getComponentType(), 2);
    }
    Object known = known(type, a, b);
    if (known != null) {
      return known;
    }
    if (type.isInterface() && functional(type) != null) {
      return function(type);
    }
    return made(type, a, b);
  }

  private static Object primitive(Class<?> type) {
    return switch (type.getName()) {
      case "boolean" -> true;
      case "char" -> 'a';
      case "byte" -> (byte) 0;
      case "short" -> (short) 0;
      case "long" -> 1L;
      case "float" -> 0.5f;
      case "double" -> 0.5;
      default -> 1;
    };
  }

  private Object known(Class<?> type, Element a, Element b) {
    Map<Object, Object> map = new HashMap<>(Map.of(a, b));
    List<Object> list = new ArrayList<>(List.of(a, b));
    return switch (type.getSimpleName()) {
      case "String" -> TEXT;
      case "CharSequence", "StringBuilder", "Appendable", "AbstractStringBuilder" ->
          new StringBuilder(TEXT);
      case "StringBuffer" -> new StringBuffer(TEXT);
      case "Iterable", "Collection", "List", "SequencedCollection", "ArrayList" -> with(list, a, b);
      case "Set" -> with(new LinkedHashSet<>(list), a, b);
      case "SortedSet", "NavigableSet", "TreeSet" -> with(new TreeSet<>(list), a, b);
      case "Queue", "Deque", "ArrayDeque" -> with(new ArrayDeque<>(list), a, b);
      case "Map", "HashMap" -> with(map, a, b);
      case "SequencedMap" -> with(new LinkedHashMap<>(map), a, b);
      case "SortedMap", "NavigableMap", "TreeMap" -> with(new TreeMap<>(map), a, b);
      case "Entry" -> with(new AbstractMap.SimpleEntry<>(a, b), a, b);
      case "Iterator" -> with((Iterator<?>) list.iterator(), a, b);
      case "ListIterator" -> {
        ListIterator<Object> iterator = list.listIterator();
        iterator.next();
        yield with(iterator, a, b);
      }
      case "Enumeration" -> with(Collections.enumeration(list), a, b);
      case "Stream", "BaseStream" -> with(Stream.of(a, b), a, b);
      case "IntStream" -> IntStream.of(1, 2);
      case "LongStream" -> LongStream.of(1, 2);
      case "DoubleStream" -> java.util.stream.DoubleStream.of(1, 2);
      case "Optional" -> with(Optional.of(a), a);
      case "Comparator" -> (java.util.Comparator<Object>) (x, y) -> 0;
      case "Matcher", "MatchResult" -> {
        java.util.regex.Matcher matcher = Pattern.compile("\\d").matcher(TEXT);
        matcher.find();
        yield matcher;
      }
      case "Pattern" -> Pattern.compile(" ");
      case "InputStream", "ByteArrayInputStream" -> new ByteArrayInputStream(new byte[] {1, 2, 3});
      case "OutputStream", "ByteArrayOutputStream" -> new ByteArrayOutputStream();
      case "Reader", "StringReader" -> new StringReader("12");
      case "Writer", "StringWriter" -> new StringWriter();
      case "Buffer", "ByteBuffer" -> ByteBuffer.allocate(16);
      case "CharBuffer" -> CharBuffer.allocate(16);
      case "IntBuffer" -> IntBuffer.allocate(16);
      case "LongBuffer" -> LongBuffer.allocate(16);
      case "Charset" -> StandardCharsets.UTF_8;
      case "CharsetDecoder" -> StandardCharsets.UTF_8.newDecoder();
      case "CharsetEncoder" -> StandardCharsets.UTF_8.newEncoder();
      case "MessageDigest" -> digest();
      case "Checksum" -> new java.util.zip.CRC32();
      case "Format", "NumberFormat" -> new java.text.DecimalFormat("0");
      case "DateFormat" -> new java.text.SimpleDateFormat("yyyy");
      case "MessageFormat" -> new java.text.MessageFormat("{0}");
      case "Calendar" -> java.util.Calendar.getInstance();
      case "BlockingQueue", "BlockingDeque" ->
          with(new java.util.concurrent.LinkedBlockingDeque<>(list), a, b);
      case "Encoder" -> java.util.Base64.getEncoder();
      case "Decoder" -> java.util.Base64.getDecoder();
      case "Class" -> Object.class;
      default -> null;
    };
  }

  private static Object digest() {
    try {
      return java.security.MessageDigest.getInstance("SHA-256");
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Makes an object by a constructor, and puts elements in. */
  private Object made(Class<?> type, Element a, Element b) {
    if (Modifier.isAbstract(type.getModifiers()) || !type.getName().startsWith("java")) {
      return null;
    }
    for (Constructor<?> constructor : type.getConstructors()) {
      if (constructor.getParameterCount() == 0) {
        try {
          Object made = constructor.newInstance();
          if (made instanceof Collection<?> collection) {
            add(collection, a);
            add(collection, b);
            return with(made, a, b);
          }
          if (made instanceof Map<?, ?> map) {
            put(map, a, b);
            return with(made, a, b);
          }
          return made;
        } catch (ReflectiveOperationException | RuntimeException e) {
          return null;
        }
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked")
  private static void add(Collection<?> to, Object element) {
    ((Collection<Object>) to).add(element);
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<?, ?> to, Object key, Object value) {
    ((Map<Object, Object>) to).put(key, value);
  }

  private static Method functional(Class<?> type) {
    List<Method> found =
        Arrays.stream(type.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .filter(method -> !isOfObject(method))
            .toList();
    return found.size() == 1 ? found.getFirst() : null;
  }

  private static boolean isOfObject(Method method) {
    return Arrays.stream(Object.class.getMethods())
        .anyMatch(other ->
            other.getName().equals(method.getName())
                && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
  }

  private static Object function(Class<?> type) {
    return Proxy.newProxyInstance(
        Samples.class.getClassLoader(), new Class<?>[] {type}, new Handler());
  }

  /** A function that returns a new object and refers to no other. */
  private static final class Handler implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (isOfObject(method)) {
        return switch (method.getName()) {
          case "hashCode" -> System.identityHashCode(proxy);
          case "equals" -> proxy == arguments[0];
          default -> "function";
        };
      }
      if (method.isDefault()) {
        return InvocationHandler.invokeDefault(proxy, method, arguments);
      }
      if (method.getReturnType() == void.class) {
        return null;
      }
      if (method.getReturnType().isPrimitive()) {
        return primitive(method.getReturnType());
      }
      Object result = new Element();
      RESULTS.add(result);
      return result;
    }
  }
}
