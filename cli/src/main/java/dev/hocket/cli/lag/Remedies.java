package dev.hocket.cli.lag;

import dev.hocket.cli.program.ClassPath;
import dev.hocket.cli.program.CompiledSources;
import dev.hocket.cli.system.TemporaryFolder;
import dev.hocket.cli.terminal.Seconds;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.compiler.patch.Patch;
import dev.hocket.compiler.patch.PatchLine;
import dev.hocket.compiler.suggest.Freeze;
import dev.hocket.compiler.suggest.SuggestException;
import dev.hocket.compiler.suggest.Suggester;
import dev.hocket.compiler.suggest.Suggester.Suggestion;
import dev.hocket.plan.report.Episode;
import dev.hocket.plan.report.LatencyReport;
import dev.hocket.plan.report.Listing;
import dev.hocket.plan.report.Proposals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;

/** Prints changes of sources that end a recording's freezes, as text or JSON. */
final class Remedies {
  private final Suggester.Suggestions suggestions;
  private final Duration total;
  private final Instant recorded;
  private final SourceFiles sources;
  private final Set<Freeze> early;

  private Remedies(
      Suggester.Suggestions suggestions,
      Duration total,
      Instant recorded,
      SourceFiles sources,
      Set<Freeze> early) {
    this.early = early;
    this.sources = sources;
    this.suggestions = suggestions;
    this.total = total;
    this.recorded = recorded;
  }

  static Remedies of(
      List<LatencyReport> runs,
      Duration threshold,
      SourceFiles sources,
      List<Path> classPath,
      boolean sharesLoops) {
    List<Freeze> freezes = new ArrayList<>();
    Set<Freeze> early = Collections.newSetFromMap(new IdentityHashMap<>());
    long first = Long.MAX_VALUE;
    for (LatencyReport run : runs) {
      for (Episode episode : run.episodes(threshold)) {
        Freeze freeze = new Freeze(episode.duration(), episode.stacks());
        freezes.add(freeze);
        if (run.isBeforeInputs(episode)) {
          early.add(freeze);
        }
        first = Math.min(first, episode.start());
      }
    }
    Suggester.Suggestions suggestions =
        suggester(sources.all(), classPath, sharesLoops).suggest(freezes);
    Duration total = freezes.stream().map(Freeze::duration).reduce(Duration.ZERO, Duration::plus);
    return new Remedies(suggestions, total, Instant.ofEpochSecond(0, first), sources, early);
  }

  /** Remedies for calls that are known to block, without a recording. */
  static Remedies ofBlockingCalls(SourceFiles sources, List<Path> classPath, boolean sharesLoops) {
    return new Remedies(
        suggester(sources.all(), classPath, sharesLoops).suggestForBlockingCalls(),
        Duration.ZERO,
        Instant.MAX,
        sources,
        Set.of());
  }

  private static Suggester suggester(
      List<Path> sources, List<Path> classPath, boolean sharesLoops) {
    List<Path> path = new ArrayList<>(classPath);
    path.addAll(ClassPath.runtime());
    try {
      Suggester suggester = Suggester.of(sources, path);
      return sharesLoops ? suggester.sharingLoops() : suggester;
    } catch (SuggestException e) {
      throw new UserError(e.getMessage());
    }
  }

  /** Prints a line for each answer, then the diff. */
  void print(PrintWriter out) {
    if (suggestions.list().isEmpty()) {
      out.println(
          recorded.equals(Instant.MAX)
              ? "no handler calls what is known to block"
              : "nothing kept the event thread for so long");
    }
    suggestions.list().forEach(each -> out.println(line(each)));
    if (!suggestions.patch().changes().isEmpty()) {
      out.println();
      out.print(suggestions.patch().diff(sources.root()));
    }
    out.flush();
  }

  boolean hasProposals() {
    return !suggestions.patch().changes().isEmpty();
  }

  /** The answers and the places that change, for the page. */
  Proposals proposals() {
    List<Listing> listings = new ArrayList<>();
    new TreeMap<>(suggestions.patch().changes())
        .forEach((file, change) -> {
          String name = sources.root().toAbsolutePath().relativize(file).toString();
          change
              .hunks()
              .forEach(hunk ->
                  listings.add(new Listing(name, hunk.stream().map(Remedies::line).toList())));
        });
    return new Proposals(suggestions.list().stream().map(this::line).toList(), listings);
  }

  private static Listing.Line line(PatchLine line) {
    Listing.Change change =
        switch (line.sign()) {
          case '+' -> Listing.Change.INSERTED;
          case '-' -> Listing.Change.REMOVED;
          default -> Listing.Change.NONE;
        };
    return new Listing.Line(line.number(), change, line.text());
  }

  /** Compiles the sources with the proposals, without changing the files. */
  Path compile(CommandLine command, List<Path> classPath) {
    TemporaryFolder changed = TemporaryFolder.create();
    List<Path> all = new ArrayList<>();
    try {
      for (Path source : sources.all()) {
        Patch.Change change = suggestions.patch().changes().get(source.toAbsolutePath());
        all.add(change == null ? source : write(change, source, changed.path(), all.size()));
      }
    } catch (IOException e) {
      throw new UserError("cannot write the proposals into " + changed.path() + ": " + e);
    }
    changed.complete();
    return new CompiledSources(command, null, false).of(all, changed.path(), classPath);
  }

  private static Path write(Patch.Change change, Path source, Path folder, int number)
      throws IOException {
    Path own = Files.createDirectories(folder.resolve("" + number));
    return Files.writeString(own.resolve(source.getFileName()), change.after());
  }

  private String line(Suggestion suggestion) {
    if (suggestion.freezes().isEmpty()) {
      return suggestion.place() + ": " + suggestion.text();
    }
    int freezes = suggestion.freezes().size();
    return Seconds.text(suggestion.time().toNanos() / 1e9)
        + " in "
        + freezes
        + (freezes == 1 ? " freeze, " : " freezes, ")
        + Math.round(100 * share(suggestion))
        + " % of all"
        + (suggestion.place().isEmpty() ? ": " : ": " + suggestion.place() + ": ")
        + (suggestion.proposed() ? "" : "no proposal: ")
        + text(suggestion);
  }

  /** Before the first input no user can be waiting, so freezes there are called start-up code. */
  private String text(Suggestion suggestion) {
    boolean starts =
        !suggestion.proposed() && !early.isEmpty() && early.containsAll(suggestion.freezes());
    return (starts ? "start-up code, before the first input: " : "")
        + suggestion.text()
        + sources.changedSince(recorded, suggestion.freezes());
  }

  private double share(Suggestion suggestion) {
    return total.isZero() ? 0 : (double) suggestion.time().toNanos() / total.toNanos();
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(
        "suggestions",
        suggestions.list().stream()
            .map(each -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("seconds", each.time().toNanos() / 1e9);
              one.put("freezes", each.freezes().size());
              one.put("share", share(each));
              one.put("place", each.place().isEmpty() ? null : each.place());
              one.put("proposed", each.proposed());
              one.put("text", text(each));
              return one;
            })
            .toList());
    json.put("root", sources.root().toString());
    json.put("diff", suggestions.patch().diff(sources.root()));
    return json;
  }

  /** Applies the proposals to the sources, unless the change of one file could not be undone. */
  void apply(boolean force, PrintWriter err) {
    Patch patch = suggestions.patch();
    for (Path file : patch.changes().keySet()) {
      if (!force) {
        check(file);
      }
    }
    try {
      patch.apply();
    } catch (IOException e) {
      throw new UserError("cannot write: " + e.getMessage());
    }
    patch.changes().keySet().forEach(file -> err.println("hocket: changed " + file));
  }

  private void check(Path file) {
    if (!VersionControl.has(file)) {
      throw new UserError(
          file
              + " is under no version control, so the change could not be undone; commit it to Git"
              + " first, or add --force");
    }
    if (SourceFiles.isChangedSince(recorded, file)) {
      throw new UserError(
          file
              + " has changed since the recording, so its lines may be others; record again, or"
              + " add --force");
    }
  }
}
