package dev.hocket.cli.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that choose the engine of a program's flows. */
public final class EngineOptions {
  private static final String LOCAL = "local";
  private static final String FLINK = "flink";

  /** The first JDK that prints a warning because Flink uses {@code sun.misc.Unsafe}. */
  private static final int WARNING_JDK = 24;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "The engine of flows: local, or flink for a cluster of Apache Flink in a JVM of its own. The"
              + " first use fetches Flink, some 60 MB, through Maven. Ctrl-C stops a job with a"
              + " savepoint.")
  private String engine = LOCAL;

  @Option(
      names = "--at-most-once",
      description =
          "With --engine flink: save nothing. A failure ends the job, and sources need not be able to"
              + " begin again.")
  private boolean atMostOnce;

  @Option(
      names = "--from",
      paramLabel = "SAVEPOINT",
      description = "With --engine flink: continue from a savepoint.")
  private String savepoint;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "With --engine flink: write the value of each packet as a line to files in DIR, each once.")
  private Path out;

  @Option(
      names = "--flink",
      paramLabel = "HOST:PORT",
      description =
          "With --engine flink: run on the cluster whose page is at HOST:PORT. The program goes there"
              + " as one jar, which 'hocket package-flow' makes, too.")
  private String cluster;

  /** Returns whether flows run on Flink; refuses options that do not fit the engine. */
  public boolean isFlink(CommandLine commandLine) {
    if (engine.equals(FLINK)) {
      return true;
    }
    if (!engine.equals(LOCAL)) {
      throw new ParameterException(
          commandLine, "no engine " + engine + "; there are " + LOCAL + " and " + FLINK);
    }
    String option =
        atMostOnce
            ? "--at-most-once"
            : savepoint != null
                ? "--from"
                : out != null ? "--out" : cluster != null ? "--flink" : null;
    if (option != null) {
      throw new ParameterException(
          commandLine, option + " is for jobs of Flink: add --engine " + FLINK);
    }
    return false;
  }

  /** Returns whether flows run on a cluster of other JVMs, to which the program goes as a jar. */
  public boolean isElsewhere() {
    return cluster != null;
  }

  /**
   * The flags of a JVM that runs flows on Flink.
   *
   * @param jar the program, if flows run elsewhere
   */
  public List<String> flags(Path jar) {
    List<String> flags = new ArrayList<>(List.of("-Dhocket.engine=" + FLINK));
    if (Runtime.version().feature() >= WARNING_JDK) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    if (atMostOnce) {
      flags.add("-Dhocket.flink.at-most-once=true");
    }
    if (savepoint != null) {
      flags.add("-Dhocket.flink.from=" + savepoint);
    }
    if (out != null) {
      flags.add("-Dhocket.flink.out=" + out.toAbsolutePath());
    }
    if (cluster != null) {
      flags.add("-Dhocket.flink.cluster=" + cluster);
      flags.add("-Dhocket.flink.jar=" + jar.toAbsolutePath());
    }
    return flags;
  }
}
