package dev.hocket.flow.state;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/**
 * The rules for methods of the JDK, read from {@code jdk-methods.txt}, whose head describes the
 * format. An unknown method has no rule.
 */
final class JdkMethods {
  /** Stands for the results of the functions that a method runs. */
  static final int FUNCTION = -1;

  /** Stands for the result of a call, as the object that keeps another. */
  static final int RESULT = -2;

  /** The rule of code of the JDK that only reads its arguments. */
  static final Rule READING = new Rule("", List.of());

  private static final Map<String, Rule> RULES = read();
  private static final Map<String, Optional<Rule>> FOUND = new ConcurrentHashMap<>();

  private JdkMethods() {}

  /** The possible effects of a method on its object and its arguments. */
  enum Kind {
    READS,
    CHANGES,
    WRITES,
    EDITS,
    UNSTEADY,
    SETS,
    RUNS,
    FILLS,
    PASSES,
    IS,
    OF,
    HOLDS,
    COPIES,
    BEHIND,
    KEEPS,
    ADDS
  }

  /**
   * One effect of a method.
   *
   * @param what 0 for the object, else the number of an argument, or {@link #FUNCTION}
   * @param in the object that keeps the first one
   */
  record Effect(Kind kind, int what, int in) {
    /** Returns whether it is an effect on an object, not on where references go. */
    boolean changes() {
      return kind == Kind.CHANGES || kind == Kind.WRITES || kind == Kind.EDITS;
    }

    boolean changesObject() {
      return what == 0 && changes();
    }
  }

  /**
   * The rule of a method.
   *
   * @param name {@code java.util.List.add/1}, as in the file
   */
  record Rule(String name, List<Effect> effects) {
    /** Returns whether an argument is a function that the method runs, or leads to some. */
    boolean runs(int argument) {
      return effects.stream().anyMatch(e -> e.kind() == Kind.RUNS && e.what() == argument);
    }
  }

  static Map<String, Rule> all() {
    return RULES;
  }

  /**
   * Finds the rule of a method: that of its class, or of the nearest type above it.
   *
   * @param owner an internal name
   * @return null if nothing is known
   */
  static Rule find(String owner, String name, String desc) {
    String key = owner + "." + name + desc.substring(0, desc.indexOf(')') + 1);
    return FOUND.computeIfAbsent(key, any -> search(owner, name, desc)).orElse(null);
  }

  private static Optional<Rule> search(String owner, String name, String desc) {
    Type[] arguments = Type.getArgumentTypes(desc);
    if (owner.startsWith("[")) {
      return Optional.ofNullable(of("java.lang.Object[]", name, arguments));
    }
    try {
      Class<?> type = Class.forName(owner.replace('/', '.'), false, null);
      return Optional.ofNullable(above(type, name, arguments));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Rule above(Class<?> type, String name, Type[] arguments) {
    Rule rule = of(type.getName(), name, arguments);
    if (rule == null && name.equals("<init>") && Throwable.class.isAssignableFrom(type)) {
      return of(Throwable.class.getName(), name, arguments);
    }
    if (rule == null && !name.equals("<init>")) {
      for (Class<?> above : type.getInterfaces()) {
        rule = rule == null ? above(above, name, arguments) : rule;
      }
      if (rule == null && type.getSuperclass() != null) {
        rule = above(type.getSuperclass(), name, arguments);
      }
      if (rule == null && type.isInterface()) {
        rule = of("java.lang.Object", name, arguments);
      }
    }
    return rule;
  }

  private static Rule of(String type, String name, Type[] arguments) {
    String types =
        Arrays.stream(arguments)
            .map(argument -> argument.getClassName().replaceAll(".*[.$]", ""))
            .collect(Collectors.joining(",", "(", ")"));
    for (String method : List.of(name + types, name + "/" + arguments.length, name, "*")) {
      Rule rule = RULES.get(type + "." + method);
      if (rule != null && !(method.equals("*") && name.equals("<init>"))) {
        return rule;
      }
    }
    return null;
  }

  private static Map<String, Rule> read() {
    Map<String, Rule> rules = new HashMap<>();
    try (InputStream in = JdkMethods.class.getResourceAsStream("jdk-methods.txt");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<String> types = List.of();
      for (String line; (line = lines.readLine()) != null; ) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        if (!line.startsWith(" ")) {
          types = Arrays.asList(line.trim().split(" "));
          continue;
        }
        String[] parts = line.trim().split(" *: *", 2);
        List<Effect> effects = Arrays.stream(parts[1].split(" ")).map(JdkMethods::effect).toList();
        for (String type : types) {
          for (String method : parts[0].split(" +")) {
            String name = type + "." + method;
            if (rules.put(name, new Rule(name, effects)) != null) {
              throw new IllegalStateException("two rules of " + name);
            }
          }
        }
      }
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads {@code keeps=1>2}. */
  private static Effect effect(String text) {
    List<String> parts = new ArrayList<>(Arrays.asList(text.split("[=>]")));
    Kind kind = Kind.valueOf(parts.getFirst().toUpperCase(Locale.ROOT));
    int what = parts.size() > 1 ? number(parts.get(1)) : 0;
    int nowhere = kind == Kind.BEHIND ? RESULT : 0;
    int in = parts.size() > 2 ? number(parts.get(2)) : nowhere;
    return new Effect(kind, what, in);
  }

  private static int number(String text) {
    return text.equals("f") ? FUNCTION : Integer.parseInt(text);
  }
}
