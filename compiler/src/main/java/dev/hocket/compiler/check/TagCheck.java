package dev.hocket.compiler.check;

import dev.hocket.compiler.attribute.AttributedUnit;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.check.place.WaitScope;
import dev.hocket.compiler.check.place.WaitScopes;
import dev.hocket.compiler.check.suspension.Outline;
import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Problems;
import dev.hocket.compiler.diagnose.SourceText;
import dev.hocket.compiler.diagnose.Suggestion;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks that each tag of a block has a wait, in a scope around the block or for the whole program,
 * and that each tag of a wait has a block. If no block has the tag of a wait, but one has a similar
 * tag, the wait is reported once and all other checks treat it as a wait for the similar tag.
 *
 * <pre>{@code
 * //#omp target virtual(worker) name_as(done)
 * load();
 * //#omp wait(dnoe) // HK103: no block has this tag; did you mean 'done'?
 * }</pre>
 */
final class TagCheck {
  private final Problems problems;
  private final OtherTags elsewhere;
  private final List<Place> given = new ArrayList<>();
  private final List<Place> awaited = new ArrayList<>();

  /** The tags of blocks that a directive cancels. */
  private final Set<String> ended = new HashSet<>();

  /** The tags of waits for the whole program. */
  private final Set<String> everywhere = new HashSet<>();

  /** The blocks that a wait of a scope around them waits for. */
  private final Set<Place> inScope = new HashSet<>();

  private record Place(SourceText source, Name tag) {}

  TagCheck(OtherTags elsewhere, Problems problems) {
    this.elsewhere = elsewhere;
    this.problems = problems;
  }

  /** Records the tags of a file. */
  void add(SourceText source, List<Directive> directives) {
    for (Directive directive : directives) {
      switch (directive) {
        case Directive.Target target ->
            target.tag().ifPresent(tag -> given.add(new Place(source, tag)));
        case Directive.AsyncCall call ->
            call.mode().names().forEach(tag -> given.add(new Place(source, tag)));
        case Directive.Wait wait -> wait.tags().forEach(tag -> awaited.add(new Place(source, tag)));
        case Directive.Taskcancel cancel -> cancel.tags().forEach(tag -> ended.add(tag.text()));
        default -> {}
      }
    }
  }

  /** A file with the tags of mistyped waits corrected. All files must have been added before. */
  Outline corrected(Outline outline) {
    List<WaitPoint> waits = outline.waits().stream().map(this::corrected).toList();
    return outline.withWaits(waits);
  }

  /** Records the blocks that the waits of a file wait for. */
  void addWaits(Outline meant) {
    WaitScopes scopes = new WaitScopes(meant.unit(), meant.regions(), meant.waits());
    Set<WaitScope> waitedFor = new HashSet<>();
    for (WaitPoint wait : meant.waits()) {
      for (Name tag : wait.directive().tags()) {
        scopes
            .of(wait, tag.text())
            .ifPresentOrElse(waitedFor::add, () -> everywhere.add(tag.text()));
      }
    }
    for (TargetBlock block : meant.regions().blocks()) {
      if (block.directive().tag().isPresent()
          && scopes.around(block).anyMatch(waitedFor::contains)) {
        inScope.add(new Place(meant.unit().source(), block.directive().tag().get()));
      }
    }
  }

  private WaitPoint corrected(WaitPoint wait) {
    Directive.Wait written = wait.directive();
    List<Name> tags = written.tags().stream().map(this::corrected).toList();
    return new WaitPoint(
        new Directive.Wait(written.comment(), tags, written.awaits(), written.isOlder()),
        wait.list());
  }

  private Name corrected(Name tag) {
    return meant(tag.text()).map(text -> new Name(text, tag.offset())).orElse(tag);
  }

  /**
   * The tag that an unknown tag was probably meant to be: one with almost the same spelling, or
   * else the only tag without a wait if this is the only wait without a block.
   */
  private Optional<String> meant(String tag) {
    Set<String> blocks = givenNames();
    return blocks.contains(tag)
        ? Optional.empty()
        : Suggestion.nearest(tag, blocks).or(() -> onlyOneLeft(blocks));
  }

  private Optional<String> onlyOneLeft(Set<String> blocks) {
    Set<String> waits = names(awaited);
    List<String> ofBlocks = blocks.stream().filter(name -> !waits.contains(name)).toList();
    List<String> ofWaits = waits.stream().filter(name -> !blocks.contains(name)).toList();
    return ofBlocks.size() == 1 && ofWaits.size() == 1
        ? Optional.of(ofBlocks.getFirst())
        : Optional.empty();
  }

  /** Reports tags of blocks without a wait, and tags of waits without a block. */
  void check(List<AttributedUnit> units) {
    CancelledTags cancelled = new CancelledTags(units);
    Set<String> givenNames = givenNames();
    for (Place place : given) {
      String tag = place.tag().text();
      boolean isNamed =
          inScope.contains(place)
              || everywhere.contains(tag)
              || ended.contains(tag)
              || elsewhere.awaited().contains(tag)
              || cancelled.contains(tag);
      if (!isNamed) {
        report(Message.HK101, place);
      }
    }
    for (Place place : awaited) {
      if (!givenNames.contains(place.tag().text())) {
        String suggestion =
            meant(place.tag().text()).map(near -> "did you mean '" + near + "'? ").orElse("");
        report(Message.HK103, place, "suggestion", suggestion);
      }
    }
  }

  private Set<String> givenNames() {
    Set<String> names = names(given);
    names.addAll(elsewhere.given());
    return names;
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
