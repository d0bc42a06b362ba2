package dev.hocket.maven;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.compiler.CompilationFailureException;
import org.apache.maven.plugin.compiler.TestCompilerMojo;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Compiles the sources of tests, whose //#omp comments say where blocks may run, and lets
 * maven-surefire-plugin run the tests on the JDK that compiled them, unless its parameter <code>jvm
 * </code> is set. Takes the configuration of maven-compiler-plugin's goal <code>testCompile</code>.
 */
@Mojo(
    name = "testCompile",
    defaultPhase = LifecyclePhase.TEST_COMPILE,
    threadSafe = true,
    requiresDependencyResolution = ResolutionScope.TEST)
public final class TestCompileMojo extends TestCompilerMojo {
  /** The property of maven-surefire-plugin that names the program to run tests with. */
  private static final String JVM = "jvm";

  /** Made by Maven. */
  public TestCompileMojo() {}

  @Override
  public void execute() throws MojoExecutionException, CompilationFailureException {
    super.execute();
    String javac = Optional.ofNullable(getToolchain()).map(t -> t.findTool("javac")).orElse(null);
    Path own = Path.of(System.getProperty("java.home"));
    Properties properties = getProject().getProperties();
    JdkSearch.preferring(javac)
        .find()
        .filter(jdk -> !jdk.home().equals(own))
        .ifPresent(jdk -> properties.putIfAbsent(JVM, jdk.program("java").toString()));
  }
}
