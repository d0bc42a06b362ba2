package dev.hocket.maven;

import java.util.List;
import java.util.Set;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Replaces maven-compiler-plugin by this plugin, where a POM declares it with {@code
 * <extensions>true</extensions>}. Every execution of maven-compiler-plugin becomes one of this
 * plugin with the same configuration, so the project's compiler settings still apply.
 */
public final class DirectiveLifecycle extends AbstractMavenLifecycleParticipant {
  private static final String OURS = "dev.hocket:hocket-maven-plugin";
  private static final String MAVENS = "org.apache.maven.plugins:maven-compiler-plugin";
  private static final Set<String> GOALS = Set.of("compile", "testCompile");

  /** The phase of executions that never run. */
  private static final String NONE = "none";

  /** Made by Maven. */
  public DirectiveLifecycle() {}

  @Override
  public void afterProjectsRead(MavenSession session) {
    session.getProjects().forEach(DirectiveLifecycle::takeOver);
  }

  private static void takeOver(MavenProject project) {
    Plugin ours = project.getPlugin(OURS);
    Plugin mavens = project.getPlugin(MAVENS);
    if (ours == null || mavens == null || !ours.isExtensions()) {
      return;
    }
    for (PluginExecution execution : List.copyOf(mavens.getExecutions())) {
      if (GOALS.containsAll(execution.getGoals()) && !NONE.equals(execution.getPhase())) {
        PluginExecution taken = execution.clone();
        taken.setConfiguration(
            Xpp3Dom.mergeXpp3Dom(
                copy(ours.getConfiguration()), copy(execution.getConfiguration())));
        ours.addExecution(taken);
        execution.setPhase(NONE);
      }
    }
    ours.flushExecutionMap();
  }

  /** Merging changes the first of the two configurations. */
  private static Xpp3Dom copy(Object configuration) {
    return configuration == null ? null : new Xpp3Dom((Xpp3Dom) configuration);
  }
}
