package dev.hocket.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.DefaultDependencyResolutionRequest;
import org.apache.maven.project.DependencyResolutionException;
import org.apache.maven.project.DependencyResolutionResult;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.eclipse.aether.graph.Dependency;

/**
 * Prints the class path of the project and its modules together, as <code>hocket lsp</code> needs
 * it: the libraries, and the folders of classes. Compiles nothing, so that it also works for
 * sources with errors and for modules that have not been built. A library that cannot be found is
 * left out with a warning.
 */
@Mojo(name = "classpath", aggregator = true, threadSafe = true)
public final class ClassPathMojo extends AbstractMojo {
  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  private MavenSession session;

  /** The file to write, one entry a line; by default the class path is printed on one line. */
  @Parameter(property = "hocket.outputFile")
  private File outputFile;

  private final ProjectDependenciesResolver resolver;

  /**
   * Made by Maven.
   *
   * @param resolver finds libraries
   */
  @Inject
  public ClassPathMojo(ProjectDependenciesResolver resolver) {
    this.resolver = resolver;
  }

  @Override
  public void execute() throws MojoExecutionException {
    Set<Path> path = new LinkedHashSet<>();
    for (MavenProject project : session.getProjects()) {
      path.add(Path.of(project.getBuild().getOutputDirectory()));
      path.add(Path.of(project.getBuild().getTestOutputDirectory()));
    }
    for (MavenProject project : session.getProjects()) {
      path.addAll(libraries(project));
    }
    path.removeIf(Files::notExists);
    if (outputFile == null) {
      // The log's lines begin with a level, and with -q there are none.
      System.out.println(
          path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    } else {
      write(outputFile.toPath(), path);
    }
  }

  private static void write(Path file, Set<Path> path) throws MojoExecutionException {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, path.stream().map(Path::toString).toList());
    } catch (IOException e) {
      throw new MojoExecutionException("cannot write " + file + ": " + e, e);
    }
  }

  private List<Path> libraries(MavenProject project) {
    DefaultDependencyResolutionRequest request =
        new DefaultDependencyResolutionRequest(project, session.getRepositorySession());
    request.setResolutionFilter(
        (node, parents) -> node.getDependency() != null && !isModule(node.getDependency()));
    DependencyResolutionResult result;
    try {
      result = resolver.resolve(request);
    } catch (DependencyResolutionException e) {
      getLog()
          .warn(
              "not all libraries of " + project.getArtifactId() + " are there: " + e.getMessage());
      result = e.getResult();
    }
    List<Path> files = new ArrayList<>();
    for (Dependency each : result.getResolvedDependencies()) {
      if (each.getArtifact().getFile() != null) {
        files.add(each.getArtifact().getFile().toPath());
      }
    }
    return files;
  }

  /** Whether a dependency is part of this build: its folders of classes are there already. */
  private boolean isModule(Dependency dependency) {
    return session.getProjects().stream()
        .anyMatch(each ->
            each.getGroupId().equals(dependency.getArtifact().getGroupId())
                && each.getArtifactId().equals(dependency.getArtifact().getArtifactId())
                && each.getVersion().equals(dependency.getArtifact().getBaseVersion()));
  }
}
