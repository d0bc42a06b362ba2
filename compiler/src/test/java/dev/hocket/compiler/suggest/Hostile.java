package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.suggest.Suggester.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program in which a plausible proposal would change what the program does. A line with {@code //
 * 1 NAME} is in the stack, as a frame of the function NAME; 1 is the innermost frame.
 *
 * @param answer how the answer begins; several beginnings are separated by bars
 * @param members the members of the class
 */
record Hostile(String name, String answer, String members) {
  private static final Pattern MARK = Pattern.compile("// (\\d) (\\S+)$");

  static final String HEAD =
      """
      import java.awt.*;
      import java.awt.event.*;
      import java.awt.image.*;
      import java.util.*;
      import java.util.List;
      import java.util.concurrent.locks.*;
      import javax.swing.*;
      import javax.swing.event.*;

      class Window {
        final JLabel label = new JLabel();
        String status = "";
        static String load() { return "a"; } // 0 load
      """;

  /** A handler with some members, and what another handler does. */
  static Hostile handler(String name, String answer, String members, String code, String other) {
    return new Hostile(
        name,
        answer,
        members
            + "\n  void open(JButton b, JButton c) {\n    b.addActionListener(e -> {\n"
            + code
            + "    });\n    c.addActionListener(e -> {\n"
            + other
            + "    });\n  }\n");
  }

  /** The listener of a button, in a program with some members. */
  static Hostile button(String name, String answer, String members, String code) {
    return new Hostile(
        name,
        answer,
        members + "void open(JButton b) {\n  b.addActionListener(e -> {\n" + code + "  });\n}\n");
  }

  /** A handler beside one that does little. */
  static Hostile waits(String name, String answer, String members, String code) {
    return handler(name, answer, members, code, "label.setText(\"\");\n");
  }

  @Override
  public String toString() {
    return name;
  }

  Suggestion said(Path folder) throws Exception {
    return suggest(folder, HEAD + members + "}\n", "Window.java").list().getFirst();
  }

  void check(Path folder) throws Exception {
    Suggestion said = said(folder);
    boolean expected = false;
    for (String begin : answer.split("\\|", -1)) {
      expected |= said.text().startsWith(begin);
    }
    assertTrue(expected, said.text());
    assertEquals(answer.contains("run '") && said.text().startsWith("run"), said.proposed());
  }

  /** The programs of a file: each begins with its name, and the beginning of its answer. */
  static List<Hostile> of(String file) throws IOException {
    try (InputStream in = Hostile.class.getResourceAsStream(file)) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^### ")).skip(1).map(Hostile::parsed).toList();
    }
  }

  private static Hostile parsed(String text) {
    String[] parts = text.split("\n", 3);
    return new Hostile(parts[0], parts[1].substring("=> ".length()), parts[2]);
  }

  static Suggester.Suggestions suggest(Path folder, String source, String file) throws Exception {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, source);
    return Suggester.of(List.of(path), List.of()).suggest(List.of(freeze(source, "Window")));
  }

  static Freeze freeze(String source, String type) {
    Map<String, String> marked = new TreeMap<>();
    List<String> lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      if (mark.find()) {
        String function = mark.group(2).contains(".") ? mark.group(2) : type + "." + mark.group(2);
        marked.put(mark.group(1), function + "(Window.java:" + (i + 1) + ")");
      }
    }
    List<String> frames = new ArrayList<>(marked.values());
    frames.add("javax.swing.AbstractButton.fireActionPerformed(AbstractButton.java:1972)");
    return new Freeze(Duration.ofMillis(300), Map.of(frames, 1.0));
  }
}
