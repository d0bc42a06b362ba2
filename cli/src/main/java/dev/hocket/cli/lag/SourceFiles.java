package dev.hocket.cli.lag;

import dev.hocket.cli.program.Sources;
import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.terminal.UserError;
import dev.hocket.compiler.suggest.Freeze;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sources that may change.
 *
 * @param root the folder that file names in a diff are relative to
 * @param all the files
 */
record SourceFiles(Path root, List<Path> all) {
  /**
   * The sources below some folders.
   *
   * @param option the option that names the folders
   */
  static SourceFiles below(String option, List<Path> folders) {
    List<Path> all = new ArrayList<>();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new UserError(option + " " + folder + ": no such folder");
      }
      all.addAll(Sources.below(folder));
    }
    Path first = Sources.withoutLink(folders.getFirst());
    return new SourceFiles(VersionControl.rootAround(first), all);
  }

  /** A remark about the files in some stacks that have changed; empty if none has. */
  String changedSince(Instant recorded, List<Freeze> freezes) {
    String changed =
        all.stream()
            .filter(file -> isChangedSince(recorded, file))
            .map(file -> file.getFileName().toString())
            .filter(name -> freezes.stream().anyMatch(freeze -> isIn(freeze, name)))
            .distinct()
            .map(name -> name + " has changed since the recording, so its lines may be others")
            .collect(Collectors.joining("; "));
    return changed.isEmpty() ? "" : "; " + changed + ": record again";
  }

  private static boolean isIn(Freeze freeze, String name) {
    return freeze.stacks().keySet().stream()
        .flatMap(List::stream)
        .anyMatch(frame -> frame.contains("(" + name + ":"));
  }

  /** Whether a file has changed since a moment. */
  static boolean isChangedSince(Instant moment, Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isAfter(moment);
    } catch (IOException e) {
      throw new UserError("cannot read " + file + ": " + e.getMessage());
    }
  }

  /** Refuses a page that would take the place of a source. */
  void checkPage(Path page) {
    ReportCommand.checkThatNoneIsOverwritten("source", all, page);
  }
}
