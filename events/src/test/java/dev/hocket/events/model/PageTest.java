package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that the page and the model have the same rules and the same kinds of events. */
class PageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("hocket.root", ".."), "docs/events-semantics.md");

  @Test
  void rulesOfThePage_areThoseOfTheModel() throws IOException {
    Set<String> model =
        Arrays.stream(Rule.values()).map(Rule::name).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(model, found("(?m)^\\*\\*([A-Z_]+)\\*\\*"));
  }

  /**
   * Each kind of event is a row of a table that begins with its name. The row of a derived kind
   * names the kinds that define it.
   */
  @Test
  void eventsOfThePage_areThoseOfTheModel() throws IOException {
    Set<String> model =
        Arrays.stream(Ev.class.getPermittedSubclasses())
            .map(kind ->
                kind.getSimpleName().substring(0, 1).toLowerCase()
                    + kind.getSimpleName().substring(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(model, found("(?m)^\\| `([a-zA-Z]+)[^|]*\\| \\["));
  }

  @Test
  void stateOfThePage_isThatOfTheModel() throws IOException {
    List<String> model =
        Arrays.stream(State.class.getRecordComponents()).map(c -> c.getName()).toList();
    assertEquals(new TreeSet<>(model), found("(?m)^\\| \\*([a-z]+)\\*"));
  }

  private static Set<String> found(String regex) throws IOException {
    Matcher matcher = Pattern.compile(regex).matcher(Files.readString(PAGE));
    Set<String> found = new TreeSet<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
