package dev.hocket.cli;

import dev.hocket.compiler.suggest.Freeze;
import dev.hocket.compiler.suggest.Patch;
import dev.hocket.compiler.suggest.SuggestException;
import dev.hocket.compiler.suggest.Suggester;
import dev.hocket.compiler.suggest.Suggestion;
import dev.hocket.compiler.suggest.Suggestions;
import dev.hocket.plan.report.Episode;
import dev.hocket.plan.report.LatencyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints changes of sources that end a recording's freezes, as text or JSON. */
final class Remedies {
  private final Suggestions suggestions;
  private final Duration total;
  private final Instant recorded;
  private final Path root;

  private Remedies(Suggestions suggestions, Duration total, Instant recorded, Path root) {
    this.root = root;
    this.suggestions = suggestions;
    this.total = total;
    this.recorded = recorded;
  }

  static Remedies of(
      LatencyReport latency, Duration threshold, List<Path> folders, List<Path> classPath) {
    List<Episode> episodes = latency.episodes(threshold);
    List<Freeze> freezes =
        episodes.stream().map(each -> new Freeze(each.duration(), each.stacks())).toList();
    List<Path> sources = new ArrayList<>();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new UserError("--sources " + folder + ": no such folder");
      }
      sources.addAll(Sources.below(folder));
    }
    List<Path> path = new ArrayList<>(classPath);
    path.addAll(ClassPath.runtime());
    try {
      Suggestions suggestions = Suggester.of(sources, path).suggest(freezes);
      Duration total = freezes.stream().map(Freeze::duration).reduce(Duration.ZERO, Duration::plus);
      long first = episodes.stream().mapToLong(Episode::start).min().orElse(Long.MAX_VALUE);
      return new Remedies(
          suggestions,
          total,
          Instant.ofEpochSecond(0, first),
          VersionControl.rootAround(folders.getFirst()));
    } catch (SuggestException e) {
      throw new UserError(e.getMessage());
    }
  }

  /** Prints a line for each answer, then the diff. */
  void print(PrintWriter out) {
    if (suggestions.list().isEmpty()) {
      out.println("nothing kept the event thread for so long");
    }
    suggestions.list().forEach(each -> out.println(line(each)));
    if (!suggestions.patch().changes().isEmpty()) {
      out.println();
      out.print(suggestions.patch().diff(root));
    }
    out.flush();
  }

  private String line(Suggestion suggestion) {
    int freezes = suggestion.freezes().size();
    return Seconds.text(suggestion.time().toNanos() / 1e9)
        + " in "
        + freezes
        + (freezes == 1 ? " freeze, " : " freezes, ")
        + Math.round(100 * share(suggestion))
        + " % of all"
        + (suggestion.place().isEmpty() ? ": " : ": " + suggestion.place() + ": ")
        + (suggestion.proposed() ? "" : "no proposal: ")
        + suggestion.text();
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
              one.put("text", each.text());
              return one;
            })
            .toList());
    json.put("root", root.toString());
    json.put("diff", suggestions.patch().diff(root));
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
    try {
      if (Files.getLastModifiedTime(file).toInstant().isAfter(recorded)) {
        throw new UserError(
            file
                + " has changed since the recording, so its lines may be others; record again, or"
                + " add --force");
      }
    } catch (IOException e) {
      throw new UserError("cannot read " + file + ": " + e.getMessage());
    }
  }
}
