package dev.hocket.cli;

import dev.hocket.cli.terminal.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Writes an archive's files for shells and {@code man}: a script for completion in bash and zsh,
 * and a page for each command, with its help.
 */
final class Manual {
  private Manual() {}

  /**
   * @param arguments the folder that gets the files, in the layout of /usr/share
   */
  public static void main(String[] arguments) throws IOException {
    Path share = Path.of(arguments[0]);
    CommandLine hocket = Hocket.commandLine();
    hocket.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    write(share.resolve("bash-completion/completions/hocket"), AutoComplete.bash("hocket", hocket));
    for (var page : pages(hocket).entrySet()) {
      write(share.resolve("man/man1").resolve(page.getKey() + ".1"), page.getValue());
    }
  }

  /** The pages by name, such as hocket-plan-model. */
  static Map<String, String> pages(CommandLine hocket) {
    Map<String, String> pages = new TreeMap<>();
    add(pages, "hocket", hocket);
    return pages;
  }

  private static void add(Map<String, String> pages, String name, CommandLine command) {
    pages.put(name, page(name, command.getUsageMessage()));
    command
        .getSubcommands()
        .forEach((word, nested) -> {
          if (!nested.getCommandSpec().usageMessage().hidden()) {
            add(pages, name + "-" + word, nested);
          }
        });
  }

  /**
   * Converts the help to the format of man: its headings become sections, its lines stay as they
   * are.
   */
  private static String page(String name, String help) {
    List<String> lines = new ArrayList<>(help.lines().toList());
    String header = lines.removeFirst().replaceFirst("\\.$", "");
    StringBuilder page =
        new StringBuilder(
            ".TH %s 1 \"\" \"Hocket %s\" \"Hocket\"\n".formatted(name, Version.ofHocket()));
    page.append(".SH NAME\n%s \\- %s\n".formatted(escaped(name), escaped(header)));
    boolean usage = true;
    page.append(".SH SYNOPSIS\n.nf\n");
    for (String line : lines) {
      if (usage && line.isEmpty()) {
        usage = false;
        page.append(section("DESCRIPTION"));
      } else if (line.matches("[A-Z][a-z]+:")) {
        page.append(section(line.replace(":", "").toUpperCase()));
      } else {
        page.append(escaped(line.replaceFirst("^Usage: |^ {7}(?=hocket )", ""))).append('\n');
      }
    }
    return page.append(".fi\n").toString();
  }

  private static String section(String heading) {
    return ".fi\n.SH " + heading + "\n.nf\n";
  }

  private static String escaped(String line) {
    String text = line.replace("\\", "\\e").replace("-", "\\-");
    return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
