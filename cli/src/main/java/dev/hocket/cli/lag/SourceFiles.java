package dev.hocket.cli.lag;

import dev.hocket.cli.program.Sources;
import dev.hocket.cli.report.ReportCommand;
import dev.hocket.cli.terminal.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

  /** Refuses a page that would take the place of a source. */
  void checkPage(Path page) {
    ReportCommand.checkThatNoneIsOverwritten("source", all, page);
  }
}
