package dev.hocket.compiler.check;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.diagnose.Suggestion;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks that each tag of a block has a wait somewhere in the compilation, and each tag of a wait a
 * block.
 */
final class TagCheck {
  private final Problems problems;
  private final List<Place> given = new ArrayList<>();
  private final List<Place> awaited = new ArrayList<>();

  private record Place(SourceText source, Name tag) {}

  TagCheck(Problems problems) {
    this.problems = problems;
  }

  /** Notes the tags of a file. */
  void add(SourceText source, List<Directive> directives) {
    for (Directive directive : directives) {
      switch (directive) {
        case Directive.Target target ->
            target.tag().ifPresent(tag -> given.add(new Place(source, tag)));
        case Directive.AsyncCall call ->
            call.mode().names().forEach(tag -> given.add(new Place(source, tag)));
        case Directive.Wait wait -> wait.tags().forEach(tag -> awaited.add(new Place(source, tag)));
        default -> {}
      }
    }
  }

  /**
   * Reports tags without a partner; nothing after an error, since the missing tag may stand in the
   * part with the error.
   */
  void check(List<AttributedUnit> units) {
    if (problems.hasErrors()) {
      return;
    }
    CancelledTags cancelled = new CancelledTags(units);
    Set<String> givenNames = names(given);
    Set<String> awaitedNames = names(awaited);
    for (Place place : given) {
      String tag = place.tag().text();
      if (!awaitedNames.contains(tag) && !cancelled.contains(tag)) {
        report(Message.HK101, place);
      }
    }
    for (Place place : awaited) {
      if (!givenNames.contains(place.tag().text())) {
        String suggestion =
            Suggestion.nearest(place.tag().text(), givenNames)
                .map(near -> "did you mean '" + near + "'? ")
                .orElse("");
        report(Message.HK103, place, "suggestion", suggestion);
      }
    }
  }

  private static Set<String> names(List<Place> places) {
    return places.stream()
        .map(place -> place.tag().text())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void report(Message message, Place place, String... values) {
    List<String> all = new ArrayList<>(List.of(values));
    all.addAll(List.of("tag", place.tag().text()));
    problems.report(message, place.source(), place.tag().offset(), all.toArray(String[]::new));
  }
}
