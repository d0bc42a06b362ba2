package dev.hocket.flow;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Units;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which calls of a flow must share a section, and which may have copies, as text. */
final class Groups {
  private static final Map<String, String> EXPECTED = read();

  private Groups() {}

  static String of(Flow flow) {
    Graph graph = flow.graph();
    Bindings bindings = flow.assembly().bindings();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<Sharing.Group> groups = Sharing.of(graph, bindings, loader);
    Units units =
        Units.of(graph, bindings, loader, groups, PromptNodes.of(graph, bindings, loader));
    String together =
        groups.stream()
            .map(g -> String.join("+", g.nodes()) + (g.acrossPackets() ? "" : " of a packet"))
            .sorted()
            .collect(Collectors.joining(", ", "[", "]"));
    String copies =
        units.copyable().stream()
            .flatMap(unit -> units.calls(unit).stream())
            .map(site -> site.node().id())
            .sorted()
            .collect(Collectors.joining(" "));
    return copies.isEmpty() ? together : together + " (copies: " + copies + ")";
  }

  /** The groups of a program, from a file of the tests. */
  static String expected(String program) {
    return EXPECTED.getOrDefault(program, "not listed");
  }

  private static Map<String, String> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Groups.class.getResourceAsStream("hostile-groups.txt"), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> line.split(" \\| ", 2))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
