package dev.hocket.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.cli.CommandLineUtils;

/**
 * Compiles the program and runs it on the class path, in a JVM of the JDK that compiled it. The
 * program has Maven's standard input and output.
 */
@Mojo(name = "run", requiresDependencyResolution = ResolutionScope.RUNTIME)
@Execute(phase = LifecyclePhase.PROCESS_CLASSES)
public final class RunMojo extends AbstractMojo {
  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  private MavenSession session;

  /** The class to start; by default the only one of the project that has a main method. */
  @Parameter(property = "hocket.mainClass")
  private String mainClass;

  /** The program's arguments, separated by spaces; quotes hold one together. */
  @Parameter(property = "hocket.arguments", defaultValue = "")
  private String arguments;

  /** Flags for the JVM, separated by spaces, such as -Xmx1g. */
  @Parameter(property = "hocket.jvmFlags", defaultValue = "")
  private String jvmFlags;

  /** The javac of the JDK to run on; by default a toolchain's, or one that the plugin finds. */
  @Parameter(property = "maven.compiler.executable")
  private String executable;

  private final Toolchains toolchains;

  /**
   * Made by Maven.
   *
   * @param toolchains chooses the JDK
   */
  @Inject
  public RunMojo(Toolchains toolchains) {
    this.toolchains = toolchains;
  }

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    List<String> command = command();
    getLog().debug(String.join(" ", command));
    Process program;
    try {
      program = new ProcessBuilder(command).directory(project.getBasedir()).inheritIO().start();
    } catch (IOException e) {
      throw new MojoExecutionException("cannot start " + command.get(0), e);
    }
    try {
      int exitCode = program.waitFor();
      if (exitCode != 0) {
        throw new MojoFailureException("the program ended with exit code " + exitCode);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted while the program ran", e);
    } finally {
      program.destroy();
    }
  }

  private List<String> command() throws MojoExecutionException {
    Jdk jdk =
        toolchains
            .choose(session, executable, null, getLog())
            .orElseThrow(() -> new MojoExecutionException(JdkSearch.preferring(null).missing()));
    List<String> command = new ArrayList<>(List.of(jdk.program("java").toString()));
    command.addAll(words(jvmFlags));
    try {
      String classPath = String.join(File.pathSeparator, project.getRuntimeClasspathElements());
      command.addAll(List.of("-cp", classPath));
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
    command.add(mainClass());
    command.addAll(words(arguments));
    return command;
  }

  private String mainClass() throws MojoExecutionException {
    if (mainClass != null) {
      return mainClass;
    }
    Path classes = Path.of(project.getBuild().getOutputDirectory());
    List<String> found = MainClasses.below(classes);
    if (found.size() == 1) {
      return found.get(0);
    }
    throw new MojoExecutionException(
        found.isEmpty()
            ? "no class in " + classes + " has a main method"
            : "several classes have a main method; choose one by -Dhocket.mainClass=: "
                + String.join(", ", found));
  }

  private static List<String> words(String line) throws MojoExecutionException {
    try {
      return line == null ? List.of() : List.of(CommandLineUtils.translateCommandline(line));
    } catch (Exception e) {
      throw new MojoExecutionException("unbalanced quotes in: " + line, e);
    }
  }
}
