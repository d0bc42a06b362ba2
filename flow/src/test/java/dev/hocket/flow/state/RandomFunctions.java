package dev.hocket.flow.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Writes functions of random calls of the JDK: fields, some statements on them, and a result. */
final class RandomFunctions {
  private static final int DEPTH = 3;

  /** The expression that makes an object of each type for a field. */
  private static final Map<String, String> TYPES =
      Map.of(
          "List<String>", "new ArrayList<>(List.of(\"a\", \"b\"))",
          "List<List<String>>", "new ArrayList<>(List.of(new ArrayList<>(List.of(\"a\"))))",
          "Map<String, List<String>>",
              "new HashMap<>(Map.of(\"k\", new ArrayList<>(List.of(\"v\"))))",
          "Deque<List<String>>", "new ArrayDeque<>(List.of(new ArrayList<>(List.of(\"d\"))))",
          "String[]", "{\"x\", \"y\"}",
          "byte[]", "{1, 2, 3, 4}",
          "ByteBuffer", "ByteBuffer.allocate(8)",
          "StringBuilder", "new StringBuilder(\"text\")");

  private static final List<String> NAMES = TYPES.keySet().stream().sorted().toList();

  private final Random random;
  private final Map<String, List<String>> values = new java.util.HashMap<>();
  private final List<String> helpers = new ArrayList<>();
  private int locals;

  private RandomFunctions(Random random) {
    this.random = random;
  }

  /** Writes the text of a class with a function {@code f}. */
  static String write(String name, Random random) {
    return new RandomFunctions(random).write(name);
  }

  private String write(String name) {
    StringBuilder text = new StringBuilder("  public static class " + name + " {\n");
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(3); i++) {
      String type = pick(NAMES);
      String field = "f" + i;
      fields.add(type + " " + field);
      values.computeIfAbsent(type, any -> new ArrayList<>()).add(field);
      text.append("    private " + type + " " + field + " = " + TYPES.get(type) + ";\n");
    }
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      body.append("      " + statement(fields) + "\n");
    }
    String result = any(DEPTH);
    text.append("\n    @Function\n    public Object f(String x) {\n" + body);
    text.append("      return " + result + ";\n    }\n");
    helpers.forEach(text::append);
    return text + "  }\n";
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  @SafeVarargs
  private String one(Supplier<String>... of) {
    return of[random.nextInt(of.length)].get();
  }

  private String statement(List<String> fields) {
    String[] field = pick(fields).split(" (?=f\\d)");
    return switch (random.nextInt(4)) {
      case 0 -> {
        String local = "v" + ++locals;
        String type = pick(NAMES);
        String text = type + " " + local + " = " + of(type, DEPTH) + ";";
        values.computeIfAbsent(type, any -> new ArrayList<>()).add(local);
        yield text;
      }
      case 1 -> field[1] + " = " + of(field[0], DEPTH) + ";";
      case 2 -> {
        String local = "v" + ++locals;
        String text = field[0] + " " + local + " = " + field[1] + ";\n      ";
        values.computeIfAbsent(field[0], any -> new ArrayList<>()).add(local);
        yield text + field[1] + " = " + fresh(field[0]) + ";";
      }
      default -> change(field[0], field[1]);
    };
  }

  private String fresh(String type) {
    String made = TYPES.get(type);
    return made.startsWith("{") ? "new " + type + " " + made : made;
  }

  private String change(String type, String field) {
    return switch (type) {
      case "List<String>" -> field + ".add(x);";
      case "List<List<String>>" -> field + ".add(" + of("List<String>", 1) + ");";
      case "Map<String, List<String>>" -> field + ".put(x, " + of("List<String>", 1) + ");";
      case "Deque<List<String>>" -> field + ".push(" + of("List<String>", 1) + ");";
      case "String[]" -> field + "[0] = x;";
      case "byte[]" -> field + "[0]++;";
      case "ByteBuffer" -> field + ".put(0, (byte) x.length());";
      default -> field + ".append(x);";
    };
  }

  private String of(String type, int depth) {
    List<String> known = values.getOrDefault(type, List.of());
    if (depth <= 0 || random.nextInt(4) == 0) {
      return known.isEmpty() ? fresh(type) : pick(known);
    }
    String text =
        switch (type) {
          case "List<String>" -> list(depth - 1);
          case "List<List<String>>" -> lists(depth - 1);
          case "Map<String, List<String>>" -> map(depth - 1);
          case "Deque<List<String>>" ->
              one(
                  () -> "new ArrayDeque<>(" + of("List<List<String>>", depth - 1) + ")",
                  () -> "new ArrayDeque<>(List.of(" + of("List<String>", depth - 1) + "))");
          case "String[]" ->
              one(
                  () -> of("List<String>", depth - 1) + ".toArray(new String[0])",
                  () -> of(type, depth - 1) + ".clone()",
                  () -> "Arrays.copyOf(" + of(type, depth - 1) + ", 2)",
                  () -> "Objects.requireNonNull(" + of(type, depth - 1) + ")");
          case "byte[]" ->
              one(
                  () -> of(type, depth - 1) + ".clone()",
                  () -> of("ByteBuffer", depth - 1) + ".array()",
                  () -> of("StringBuilder", depth - 1) + ".toString().getBytes()",
                  () -> "Arrays.copyOfRange(" + of(type, depth - 1) + ", 0, 2)");
          case "ByteBuffer" ->
              one(
                  () -> "ByteBuffer.wrap(" + of("byte[]", depth - 1) + ")",
                  () -> of(type, depth - 1) + ".duplicate()",
                  () -> "ByteBuffer.allocate(8).put(" + of("byte[]", depth - 1) + ", 0, 1)");
          default ->
              one(
                  () -> "new StringBuilder(" + of(type, depth - 1) + ")",
                  () -> of(type, depth - 1) + ".append(x)",
                  () -> of(type, depth - 1) + ".reverse()");
        };
    return random.nextInt(6) == 0 && !text.contains("v") ? helper(type, text) : text;
  }

  /** Moves an expression into a method, if it uses no locals. */
  private String helper(String type, String text) {
    String name = "h" + (helpers.size() + 1);
    helpers.add(
        "\n    private " + type + " " + name + "(String x) {\n      return " + text + ";\n    }\n");
    return name + "(x)";
  }

  private String list(int depth) {
    String list = "List<String>";
    return one(
        () -> "new ArrayList<>(" + of(list, depth) + ")",
        () -> "List.copyOf(" + of(list, depth) + ")",
        () -> of(list, depth) + ".subList(0, 1)",
        () -> "Collections.unmodifiableList(" + of(list, depth) + ")",
        () -> of(list, depth) + ".stream().filter(s -> !s.isEmpty()).toList()",
        () -> of(list, depth) + ".stream().collect(Collectors.toList())",
        () -> "new LinkedList<>(" + of(list, depth) + ")",
        () -> of("List<List<String>>", depth) + ".get(0)",
        () -> of("List<List<String>>", depth) + ".stream().findFirst().orElseThrow()",
        () -> of("Map<String, List<String>>", depth) + ".getOrDefault(x, new ArrayList<>())",
        () -> of("Map<String, List<String>>", depth) + ".values().iterator().next()",
        () -> of("Map<String, List<String>>", depth) + ".entrySet().iterator().next().getValue()",
        () -> "new ArrayList<>(" + of("Map<String, List<String>>", depth) + ".keySet())",
        () -> of("Deque<List<String>>", depth) + ".peek()",
        () -> of("Deque<List<String>>", depth) + ".poll()",
        () -> "Arrays.asList(" + of("String[]", depth) + ")",
        () -> "Optional.of(" + of(list, depth) + ").get()");
  }

  private String lists(int depth) {
    String lists = "List<List<String>>";
    return one(
        () -> "new ArrayList<>(" + of(lists, depth) + ")",
        () -> "new ArrayList<>(List.of(" + of("List<String>", depth) + "))",
        () -> of(lists, depth) + ".stream().map(l -> l).collect(Collectors.toList())",
        () ->
            of(lists, depth)
                + ".stream().map(l -> (List<String>) new ArrayList<>(l)).collect(Collectors.toList())",
        () -> "new ArrayList<>(" + of("Map<String, List<String>>", depth) + ".values())",
        () -> "new ArrayList<>(" + of("Deque<List<String>>", depth) + ")");
  }

  private String map(int depth) {
    String map = "Map<String, List<String>>";
    return one(
        () -> "new HashMap<>(" + of(map, depth) + ")",
        () -> "new TreeMap<>(" + of(map, depth) + ")",
        () -> "Collections.unmodifiableMap(" + of(map, depth) + ")",
        () -> "new HashMap<String, List<String>>(Map.of(\"k\", " + of("List<String>", depth) + "))",
        () ->
            of("List<List<String>>", depth)
                + ".stream().collect(Collectors.toMap(l -> l.toString(), l -> l, (a, b) -> a))");
  }

  /** Writes an expression for a value of any type. */
  private String any(int depth) {
    return one(
        () -> of(pick(NAMES), depth),
        () -> of(pick(NAMES), depth),
        () -> of(pick(NAMES), depth),
        () -> "new Object[] {" + of(pick(NAMES), depth) + ", " + of(pick(NAMES), depth) + "}",
        () -> "Map.entry(x, " + of(pick(NAMES), depth) + ")",
        () -> "Optional.of(" + of(pick(NAMES), depth) + ")",
        () -> of("Map<String, List<String>>", depth) + ".entrySet()",
        () -> of("Map<String, List<String>>", depth) + ".entrySet().toArray()",
        () -> of("List<String>", depth) + ".iterator()",
        () -> of("List<String>", depth) + ".stream()",
        () -> of("List<String>", depth) + ".size()",
        () -> "String.join(\",\", " + of("List<String>", depth) + ")",
        () -> of("StringBuilder", depth) + ".toString()");
  }
}
