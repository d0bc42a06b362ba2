package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive's files for shells and man. */
class ManualTest {
  @TempDir private Path share;

  @BeforeEach
  void write() throws Exception {
    Manual.main(new String[] {share.toString()});
  }

  @Test
  void bash_completesCommandsAndOptions() throws Exception {
    assertEquals("run", completions("ru"));
    assertEquals("--plain", completions("new", "--pl"));
    assertEquals("model", completions("plan", "mod"));
  }

  /**
   * The completions that bash offers for a word. Its function compopt works only in interactive
   * completion.
   */
  private String completions(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(words));
    line.addFirst("hocket");
    String script =
        "compopt() { :; }; . \"$0\"; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_hocket hocket; echo \"${COMPREPLY[@]}\""
            .formatted(String.join(" ", line), words.length);
    Path completion = share.resolve("bash-completion/completions/hocket");
    ChildRun bash =
        ChildRun.of(new ProcessBuilder("bash", "-c", script, completion.toString()), share);
    assertEquals("", bash.err());
    return bash.out().strip();
  }

  @Test
  void everyCommand_hasAPageWithItsWholeHelp() throws Exception {
    for (List<String> command :
        List.of(List.<String>of(), List.of("run"), List.of("plan", "model"))) {
      List<String> help = new ArrayList<>(command);
      help.add("--help");
      String page = page(command);
      for (String line :
          Invocation.of(help.toArray(String[]::new)).out().lines().skip(2).toList()) {
        if (!line.matches("[A-Z][a-z]+:")) {
          String text = line.replaceFirst("^ {7}(?=hocket )", "");
          assertTrue(page.contains(text.replace("\\", "\\e").replace("-", "\\-")), line);
        }
      }
    }
  }

  @Test
  void page_hasTheSectionsOfMan() throws Exception {
    String page = page(List.of("run"));
    assertTrue(
        page.startsWith(
            """
            .TH hocket-run 1 "" "Hocket %s" "Hocket"
            .SH NAME
            hocket\\-run \\- Compile and run a program
            .SH SYNOPSIS
            .nf
            hocket run [OPTION...] FILE.java [ARGUMENT...]
            """
                .formatted(Version.ofHocket())),
        page);
    for (String section : List.of("DESCRIPTION", "OPTIONS", "EXAMPLES")) {
      assertTrue(page.contains("\n.fi\n.SH " + section + "\n.nf\n"), page);
    }
  }

  private String page(List<String> command) throws Exception {
    List<String> name = new ArrayList<>(command);
    name.addFirst("hocket");
    return Files.readString(share.resolve("man/man1/" + String.join("-", name) + ".1"));
  }
}
