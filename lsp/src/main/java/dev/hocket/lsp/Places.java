package dev.hocket.lsp;

import dev.hocket.compiler.inspect.Inspector;
import dev.hocket.compiler.inspect.NameUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;

/** Finds the places that name tags and targets. */
final class Places {
  private Places() {}

  /**
   * The definitions for the name at a position: blocks with the tag, or calls that create the
   * target.
   */
  static List<Location> definitions(Document document, Position position, Project project) {
    return locations(
        all(document, position, project.inspector()).stream().filter(NameUse::defines).toList(),
        project);
  }

  static List<Location> references(
      Document document, Position position, boolean withDefinitions, Project project) {
    return locations(
        all(document, position, project.inspector()).stream()
            .filter(use -> withDefinitions || !use.defines())
            .toList(),
        project);
  }

  /** All places that use the same name as a position. */
  private static List<NameUse> all(Document document, Position position, Inspector inspector) {
    int offset = document.lines().offset(position);
    List<NameUse> names = inspector.names(document.uri());
    Optional<NameUse> here =
        names.stream()
            .filter(use -> use.uri().equals(document.uri()))
            .filter(use -> use.start() <= offset && offset <= use.end())
            .findFirst();
    return here.map(use ->
            names.stream()
                .filter(other -> other.kind() == use.kind() && other.name().equals(use.name()))
                .toList())
        .orElse(List.of());
  }

  private static List<Location> locations(List<NameUse> uses, Project project) {
    List<Location> locations = new ArrayList<>();
    for (NameUse use : uses) {
      String text = project.inspector().text(use.uri());
      if (text != null) {
        String uri = project.clientUri(use.uri());
        locations.add(new Location(uri, new Lines(text).range(use.start(), use.end())));
      }
    }
    return locations;
  }
}
