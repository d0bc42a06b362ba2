package dev.hocket.compiler.lower;

import com.sun.source.tree.BlockTree;
import dev.hocket.compiler.check.CheckedUnit;
import dev.hocket.compiler.check.place.InPlaceRegion;
import dev.hocket.compiler.check.place.Region;
import dev.hocket.compiler.check.place.TargetBlock;
import dev.hocket.compiler.check.place.WaitPoint;
import dev.hocket.compiler.parse.Directive;
import dev.hocket.compiler.parse.Name;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes calls of the run-time library of directives; the statement stays one statement. */
final class RegionLowering {
  private final Library library;
  private final Labels labels;
  private final Edits edits;
  private final BlockLowering blocks;

  RegionLowering(CheckedUnit checked, Library library, Naming naming, Edits edits) {
    this.library = library;
    this.labels = new Labels(checked.unit().source());
    this.edits = edits;
    this.blocks = new BlockLowering(checked, library, naming, labels, edits);
  }

  void lower(WaitPoint wait) {
    Directive.Wait directive = wait.directive();
    int start = directive.comment().start();
    String verb = directive.awaits() ? "awaitTags(" : "waitFor(";
    String mark = directive.awaits() ? library.call(Library.RESUMED) + "awaited(); " : "";
    List<String> tags = directive.tags().stream().map(Name::text).map(Labels::quote).toList();
    String arguments =
        Stream.concat(Stream.of(labels.at(start)), tags.stream()).collect(Collectors.joining(", "));
    edits.insert(start, library.call(Library.BLOCKS) + verb + arguments + "); " + mark);
  }

  void lower(Region region) {
    switch (region) {
      case TargetBlock block -> blocks.lower(block);
      case InPlaceRegion inPlace -> lower(inPlace);
    }
  }

  private void lower(InPlaceRegion region) {
    switch (region.directive()) {
      case Directive.Critical critical -> lower(region, critical);
      case Directive.Target target ->
          throw new IllegalStateException("The statement of a target is a function.");
    }
  }

  private void lower(InPlaceRegion region, Directive.Critical critical) {
    String lock = library.call("Critical");
    String name = Labels.quote(critical.name().map(Name::text).orElse(""));
    String enter = lock + "enter(" + name + ", " + labels.at(region.offset()) + ");";
    enclose(region, enter, lock + "exit(" + name + ");");
  }

  /** What stands behind the statement runs however that is left. */
  private void enclose(InPlaceRegion region, String before, String behind) {
    boolean braces = !(region.statement() instanceof BlockTree);
    String opening = "{ " + before + " try " + (braces ? "{ " : "");
    edits.open(region.start(), region.end(), Snippet.of(opening));
    String closing = (braces ? " }" : "") + " finally { " + behind + " } }";
    edits.close(region.end(), region.start(), closing);
  }
}
