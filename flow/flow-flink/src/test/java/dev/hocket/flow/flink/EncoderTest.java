package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.windows.CountWindow;
import dev.hocket.flow.windows.Event;
import dev.hocket.flow.windows.TimeWindow;
import dev.hocket.flow.windows.Window;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that values come back as they were, or are refused with the way to the cause. */
class EncoderTest {
  enum Colour {
    RED {
      @Override
      int number() {
        return 1;
      }
    },
    GREEN;

    int number() {
      return 2;
    }
  }

  record Pair(Object left, int right) {}

  static class Base {
    private String name = "base";
  }

  static final class Node extends Base {
    private final List<Integer> numbers = new ArrayList<>();
    private String name = "node";
    private Node next;
    private transient Thread helper = Thread.currentThread();
  }

  private static Object back(Object value) throws IOException {
    return Decoder.read(Encoder.bytes(value), EncoderTest.class.getClassLoader());
  }

  @Test
  void values_comeBackAsTheSameClass() throws IOException {
    List<Object> values =
        Arrays.asList(
            null,
            "text",
            "x".repeat(100_000),
            1L,
            2,
            (short) 3,
            (byte) 4,
            'c',
            1.5,
            2.5f,
            true,
            new BigInteger("12345678901234567890"),
            new BigDecimal("1.50"),
            LocalDate.of(2026, 1, 1),
            UUID.randomUUID(),
            Colour.RED,
            Colour.GREEN,
            new Pair("a", 1),
            Path.of("folder/file"),
            new ArrayList<>(List.of(1, 2)),
            List.of(1, 2, 3),
            List.of(),
            List.of(1),
            Collections.singletonList(null).stream().toList(),
            Set.of(1, 2, 3),
            Map.of("a", 1),
            Map.of("a", 1, "b", 2),
            Arrays.asList(1, null),
            new TreeMap<>(Map.of(2, "b", 1, "a")),
            new LinkedHashMap<>(Map.of(1, 2)),
            new HashMap<>(Map.of(1, new ArrayList<>())),
            Collections.unmodifiableList(new ArrayList<>(Arrays.asList("a", null))),
            Collections.unmodifiableMap(new HashMap<>(Map.of("a", 2))),
            BitSet.valueOf(new long[] {5}));
    for (Object value : values) {
      Object read = back(value);
      assertEquals(value, read);
      if (value != null) {
        assertSame(value.getClass(), read.getClass());
      }
    }
  }

  @Test
  void booleans_areTheConstants() throws IOException {
    assertSame(Boolean.FALSE, back(false));
  }

  @Test
  void arrays_comeBack() throws IOException {
    assertArrayEquals(new byte[] {1, 2}, (byte[]) back(new byte[] {1, 2}));
    assertArrayEquals(new int[] {1, 2}, (int[]) back(new int[] {1, 2}));
    assertArrayEquals(
        new Object[] {1, "a", new long[] {7}},
        (Object[]) back(new Object[] {1, "a", new long[] {7}}));
    assertArrayEquals(new String[][] {{"a"}}, (String[][]) back(new String[][] {{"a"}}));
  }

  @Test
  void objects_comeBackWithPrivateFieldsOfTheirSuperclassesAndCycles() throws IOException {
    Node node = new Node();
    node.numbers.add(7);
    node.next = node;
    node.name = "changed";
    ((Base) node).name = "changed too";
    Node read = (Node) back(node);
    assertNotSame(node, read);
    assertEquals(List.of(7), read.numbers);
    assertSame(read, read.next);
    assertEquals("changed", read.name);
    assertEquals("changed too", ((Base) read).name);
    assertSame(Thread.currentThread(), read.helper, "the constructor makes transient fields");
  }

  @Test
  void objectThatSeveralReferTo_staysOne() throws IOException {
    List<Object> one = new ArrayList<>();
    Object[] read = (Object[]) back(new Object[] {one, new Pair(one, 1), one});
    assertSame(read[0], read[2]);
    assertSame(read[0], ((Pair) read[1]).left());
  }

  @Test
  void random_continues() throws IOException {
    Random random = new Random(7);
    random.nextInt();
    Random read = (Random) back(random);
    assertEquals(random.nextLong(), read.nextLong());
  }

  @Test
  void windows_continue() throws IOException {
    CountWindow counted = new CountWindow();
    counted.countWindow("a", 2);
    assertEquals(List.of("a", "b"), ((CountWindow) back(counted)).countWindow("b", 2));
    TimeWindow timed = new TimeWindow();
    timed.timeWindow(Event.at("a", 1), 10);
    List<Window> closed = ((TimeWindow) back(timed)).timeWindow(Event.mark(10), 10);
    assertEquals(List.of("a"), closed.getFirst().values());
  }

  @Test
  void order_ofASortedMapComesBack() throws IOException {
    TreeMap<String, Integer> map = new TreeMap<>(Comparator.reverseOrder());
    map.putAll(Map.of("a", 1, "b", 2));
    assertEquals(List.of("b", "a"), List.copyOf(((Map<?, ?>) back(map)).keySet()));
    assertEquals(List.of(1, 2), List.copyOf((ArrayDeque<?>) back(new ArrayDeque<>(List.of(1, 2)))));
  }

  @Test
  void unwritableValue_isRefusedWithTheWay() {
    Node node = new Node();
    Map<String, Object> map = new HashMap<>(Map.of("a", new Pair(Thread.currentThread(), 1)));
    String message = assertThrows(Unsaved.class, () -> back(List.of(node, map))).getMessage();
    assertTrue(message.contains("component dev.hocket.flow.flink.EncoderTest$Pair.left"), message);
    assertTrue(message.contains("a java.lang.Thread, which is not Serializable"), message);
  }

  private static String refusal(Object value) {
    return assertThrows(Unsaved.class, () -> back(value)).getMessage();
  }

  @Test
  void viewsOfWhatIsWrittenToo_areRefused() {
    List<String> names = new ArrayList<>(List.of("a"));
    Integer[] slots = {1, 2};
    Map<String, List<String>> map = new HashMap<>(Map.of("a", names));
    for (Object[] both :
        new Object[][] {
          {names, Collections.unmodifiableList(names)},
          {Collections.unmodifiableList(names), names},
          {slots, Arrays.asList(slots)},
          {Collections.synchronizedMap(map), map},
          {Collections.synchronizedMap(map), names},
          {Collections.unmodifiableMap(map), Collections.synchronizedList(names)},
          {new AtomicReference<>(names), new Pair(names, 1)}
        }) {
      String message = refusal(both);
      assertTrue(message.startsWith("element 1: ") || message.contains(".left: "), message);
      assertTrue(message.contains("which would come back as two"), message);
    }
  }

  @Test
  void viewsWithoutCompany_comeBack() throws IOException {
    List<Object> values =
        List.of(
            Collections.synchronizedMap(new HashMap<>(Map.of("a", List.of(1)))),
            Collections.unmodifiableList(new ArrayList<>(List.of(List.of(1)))),
            Arrays.asList("a", "b"),
            EnumSet.noneOf(Colour.class),
            EnumSet.noneOf(Colour.class),
            List.of(1));
    assertEquals(values, back(values));
  }

  @Test
  void immutableValueThatLeadsToItself_isRefused() {
    List<Object> next = new ArrayList<>();
    Pair pair = new Pair(next, 1);
    next.add(pair);
    assertTrue(refusal(pair).contains("EncoderTest$Pair that leads to itself"), refusal(pair));
  }

  @Test
  void listOfManyLinks_isRefused() {
    Node first = new Node();
    Node last = first;
    for (int i = 0; i < 1_000_000; i++) {
      last.next = new Node();
      last = last.next;
    }
    assertTrue(refusal(first).contains("EncoderTest$Node that is nested too deeply"));
  }

  static final class Missing {
    static final Missing VALUE = new Missing();
  }

  @Test
  void constantOfAClass_isRefused() throws IOException {
    assertTrue(refusal(Missing.VALUE).contains("the constant " + Missing.class.getName()));
    assertNotSame(Missing.VALUE, back(new Missing()));
  }

  @Test
  void mapInTheOrderOfAccess_isRefused() {
    Map<Object, Object> map = new LinkedHashMap<>(16, 0.75f, true);
    assertThrows(Unsaved.class, () -> back(map));
    map.putAll(Map.of(1, 1, 2, 2));
    assertThrows(Unsaved.class, () -> back(map));
  }

  @Test
  void lambdaExpression_isRefused() {
    Runnable lambda = () -> {};
    String message = assertThrows(Unsaved.class, () -> back(lambda)).getMessage();
    assertTrue(message.contains("a lambda expression"), message);
  }

  // --- changed classes

  @Test
  void addedFields_keepWhatTheConstructorGives(@TempDir Path folder) throws Exception {
    Object read =
        changed(
            folder,
            "class State { int count = 7; Inner inner = new Inner(1); }"
                + " record Inner(int a) { }",
            "class State { int count; long added = 9; String text; Inner inner; }"
                + " record Inner(int a, String b, int c) { }");
    assertEquals(7, get(read, "count"));
    assertEquals(9L, get(read, "added"));
    assertNull(get(read, "text"));
    assertEquals("Inner[a=1, b=null, c=0]", get(read, "inner").toString());
  }

  @Test
  void removedFields_areDropped(@TempDir Path folder) throws Exception {
    Object read =
        changed(
            folder,
            "import java.util.*; class State { List<String> gone = new ArrayList<>(List.of(\"a\"));"
                + " int count = 7; }",
            "class State { int count; }");
    assertEquals(7, get(read, "count"));
  }

  @Test
  void fieldOfAnotherType_isRefusedByName(@TempDir Path folder) {
    String message =
        assertThrows(
                IOException.class,
                () ->
                    changed(
                        folder,
                        "class State { String count = \"7\"; }",
                        "class State { int count; }"))
            .getMessage();
    assertTrue(message.startsWith("field State.count is now of type int"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class State { Map<String, %s> all = new HashMap<>(Map.of("a", %s)); }
          class State { List<Map<String, %s>>[] all = new List[] {List.of(Map.of("a", %s))}; }
          class State { Inner inner = new Inner(List.of(%2$s)); } record Inner(List<%1$s> all) { }
          """)
  void fieldWithElementsOfAnotherType_isRefusedByName(String text, @TempDir Path folder) {
    String before = "import java.util.*; " + text.formatted("Integer", "1");
    String after = "import java.util.*; " + text.formatted("Long", "1L");
    String message =
        assertThrows(IOException.class, () -> changed(folder, before, after)).getMessage();
    assertTrue(message.contains(".all is now of type java.util."), message);
    assertTrue(message.contains("java.lang.Integer"), message);
    assertTrue(message.contains("java.lang.Long"), message);
  }

  @Test
  void fieldOfAWiderClassWithTheSameElements_isRead(@TempDir Path folder) throws Exception {
    Object read =
        changed(
            folder,
            "import java.util.*; class State { TreeMap<String, Integer> all = new TreeMap<>(); }",
            "import java.util.*; class State { Map<String, Integer> all; }");
    assertEquals(Map.of(), get(read, "all"));
  }

  /** Writes a {@code State} of a first class, and reads it with a second one. */
  private static Object changed(Path folder, String before, String after) throws Exception {
    byte[] bytes;
    try (URLClassLoader loader = compiled(folder.resolve("before"), before)) {
      bytes = Encoder.bytes(made(loader));
    }
    return Decoder.read(bytes, compiled(folder.resolve("after"), after));
  }

  private static Object made(ClassLoader loader) throws Exception {
    var constructor = loader.loadClass("State").getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static Object get(Object object, String name) throws Exception {
    var field = object.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  private static URLClassLoader compiled(Path folder, String text) throws IOException {
    Files.createDirectories(folder);
    Path source = Files.writeString(folder.resolve("State.java"), text);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), source.toString());
    assertEquals(0, failed);
    URI place = folder.toUri();
    return new URLClassLoader(new URL[] {place.toURL()}, null);
  }
}
