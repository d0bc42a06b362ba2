package dev.hocket.compiler.suggest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.suggest.Suggester.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs as people write them: models, timers, filters, caches, undo. The file says for each what
 * is right: a proposal ({@code run}), none ({@code none}), or one that is not found ({@code
 * missed}).
 */
class IdiomsTest {
  private static final String HEAD =
      """
      import java.awt.*;
      import java.awt.event.*;
      import java.awt.image.*;
      import java.io.File;
      import java.util.*;
      import java.util.List;
      import javax.swing.*;
      import javax.swing.Timer;
      import javax.swing.event.*;
      import javax.swing.table.*;

      class Window {
      """;

  @TempDir private Path folder;

  record Idiom(String name, String answer, String members) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Idiom> idioms() throws IOException {
    try (InputStream file = IdiomsTest.class.getResourceAsStream("idioms.txt")) {
      String all = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^### ")).skip(1).map(IdiomsTest::idiom).toList();
    }
  }

  private static Idiom idiom(String text) {
    String[] parts = text.split("\n", 3);
    return new Idiom(parts[0], parts[1].substring("=> ".length()), parts[2]);
  }

  @ParameterizedTest
  @MethodSource("idioms")
  void idiom_getsTheRightProposalOrNone(Idiom idiom) throws Exception {
    String source = HEAD + idiom.members() + "}\n";
    Suggestion said = Hostile.suggest(folder, source, "Window.java").list().getFirst();
    String expected = idiom.answer().startsWith("run ") ? idiom.answer() : "";
    assertEquals(!expected.isEmpty(), said.proposed(), said.text());
    assertTrue(said.text().startsWith(expected), said.text());
  }

  @Test
  void mostIdioms_thatHaveARightProposal_getOne() throws IOException {
    List<Idiom> possible =
        idioms().stream().filter(each -> !each.answer().startsWith("none")).toList();
    long found = possible.stream().filter(each -> each.answer().startsWith("run ")).count();
    assertTrue(found >= 0.8 * possible.size(), found + " of " + possible.size());
  }
}
