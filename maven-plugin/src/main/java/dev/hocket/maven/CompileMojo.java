package dev.hocket.maven;

import org.apache.maven.plugin.compiler.CompilerMojo;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Compiles the main sources, whose //#omp comments say where blocks may run. Takes the
 * configuration of maven-compiler-plugin's goal <code>compile</code>.
 */
@Mojo(
    name = "compile",
    defaultPhase = LifecyclePhase.COMPILE,
    threadSafe = true,
    requiresDependencyResolution = ResolutionScope.COMPILE)
public final class CompileMojo extends CompilerMojo {
  /** Made by Maven. */
  public CompileMojo() {}
}
