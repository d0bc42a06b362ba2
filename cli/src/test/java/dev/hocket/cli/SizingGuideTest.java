package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each command on the guide's page about sizing prints the output that the page shows. */
class SizingGuideTest {
  private static final Path PAGE =
      Path.of(System.getProperty("hocket.root"), "docs/guide/sizing.md");

  /** Matches a block that begins with a command; its output may follow. */
  private static final Pattern SHELL =
      Pattern.compile("```text\n\\$ hocket (.*?)( \\| tail -1)?\n(.*?)```", Pattern.DOTALL);

  @Test
  void commands_printTheTextOfThePage() throws Exception {
    Matcher shell = SHELL.matcher(Files.readString(PAGE));
    int compared = 0;
    while (shell.find()) {
      String[] words = shell.group(1).split(" ");
      if (shell.group(3).isEmpty()) {
        Hocket.commandLine().parseArgs(words);
        continue;
      }
      List<String> printed = Invocation.of(words).out().lines().toList();
      List<String> shown =
          shell.group(2) == null ? printed : printed.subList(printed.size() - 1, printed.size());
      assertEquals(shell.group(3), String.join("\n", shown) + "\n", Arrays.toString(words));
      compared++;
    }
    assertTrue(compared >= 4, "compared only " + compared);
  }
}
