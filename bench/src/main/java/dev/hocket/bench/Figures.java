package dev.hocket.bench;

import dev.hocket.bench.figures.PaperFigures;
import dev.hocket.bench.figures.PaperTable;
import dev.hocket.plan.RecordingException;
import dev.hocket.plan.report.DemoFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the figures of paper 2 and its table 4, for {@code hocket bench figures}. */
public final class Figures {
  private static final int BAD_INPUT = 2;

  private Figures() {}

  /**
   * Writes the files and prints their names; exits with code 2 if that fails.
   *
   * @param args the folder to write to, and for the figures of a demo the folder of its recordings
   */
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    try {
      for (Map.Entry<String, String> figure : files(args).entrySet()) {
        System.out.println(write(folder.resolve(figure.getKey()), figure.getValue()));
      }
    } catch (RecordingException e) {
      fail(e.getMessage() + " 'hocket demo' makes these recordings.");
    } catch (IOException e) {
      fail("cannot write to " + folder + ": " + e);
    }
  }

  private static Map<String, String> files(String[] args) throws RecordingException {
    Map<String, String> files = new LinkedHashMap<>(PaperFigures.all());
    files.put("table4.md", PaperTable.markdown());
    if (args.length > 1) {
      Path demo = Path.of(args[1]);
      files.putAll(DemoFigures.of(demo.resolve("sequential.jfr"), demo.resolve("hocket.jfr")));
    }
    return files;
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    return Files.writeString(file, text);
  }

  private static void fail(String message) {
    System.err.println("hocket: " + message);
    System.exit(BAD_INPUT);
  }
}
