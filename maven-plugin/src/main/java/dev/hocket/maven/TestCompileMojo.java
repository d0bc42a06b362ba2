package dev.hocket.maven;

import java.util.Map;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.compiler.CompilationFailureException;
import org.apache.maven.plugin.compiler.TestCompilerMojo;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Compiles the sources of tests, whose //#omp comments say where blocks may run. The JDK that
 * compiles is the toolchain in which maven-surefire-plugin then runs the tests, unless its
 * parameter <code>jvm</code> is set. Takes the configuration of maven-compiler-plugin's goal <code>
 * testCompile</code>.
 */
@Mojo(
    name = "testCompile",
    defaultPhase = LifecyclePhase.TEST_COMPILE,
    threadSafe = true,
    requiresDependencyResolution = ResolutionScope.TEST)
public final class TestCompileMojo extends TestCompilerMojo {
  /** The javac of the JDK to compile in; by default a toolchain's, or one that the plugin finds. */
  @Parameter(property = "maven.compiler.executable")
  private String executable;

  /** What the toolchain of the JDK to compile in shall provide, such as its version. */
  @Parameter private Map<String, String> jdkToolchain;

  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  private MavenSession build;

  private final Toolchains toolchains;

  /**
   * Made by Maven.
   *
   * @param toolchains chooses the JDK
   */
  @Inject
  public TestCompileMojo(Toolchains toolchains) {
    this.toolchains = toolchains;
  }

  @Override
  public void execute() throws MojoExecutionException, CompilationFailureException {
    toolchains.choose(build, executable, jdkToolchain, getLog());
    super.execute();
    ModuleDescriptor.makeReadable(getOutputDirectory().toPath());
  }
}
