package dev.hocket.maven;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.toolchain.MisconfiguredToolchainException;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainFactory;
import org.apache.maven.toolchain.ToolchainManager;
import org.apache.maven.toolchain.ToolchainManagerPrivate;
import org.apache.maven.toolchain.ToolchainPrivate;
import org.apache.maven.toolchain.model.ToolchainModel;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Chooses the JDK of a project, and makes it the project's toolchain where it is not the one that
 * runs Maven: then compiler, tests and the other plugins all use it, and maven-compiler-plugin's
 * code reads descriptors of modules without regard to their version.
 */
public final class Toolchains {
  private static final String TYPE = "jdk";

  /** Set by Maven, as the two below: META-INF/plexus/components.xml. */
  private ToolchainManager known;

  private ToolchainManagerPrivate context;
  private ToolchainFactory factory;

  /** Made by Maven. */
  public Toolchains() {}

  /**
   * Chooses the JDK to compile, test and run in. Warns of a toolchain that it cannot use.
   *
   * @param javac the configured javac, or null
   * @param wanted what the configured toolchain shall provide, or null
   * @return empty if this machine has none, which the compiler reports when there is something to
   *     compile
   * @throws MojoExecutionException if the configured javac is not that of a JDK that is new enough
   */
  Optional<Jdk> choose(MavenSession session, String javac, Map<String, String> wanted, Log log)
      throws MojoExecutionException {
    Optional<Jdk> chosen = javac == null ? any(session, wanted, log) : Optional.of(named(javac));
    if (chosen.isPresent() && !chosen.get().runsThisJvm()) {
      context.storeToolchainToBuildContext(factoryMade(chosen.get()), session);
    }
    return chosen;
  }

  private static Jdk named(String javac) throws MojoExecutionException {
    Jdk jdk =
        Jdk.of(JdkSearch.programNamed(javac))
            .orElseThrow(() ->
                new MojoExecutionException(
                    "maven.compiler.executable="
                        + javac
                        + " is not the javac of a JDK"
                        + wayOut()));
    if (!jdk.fits()) {
      throw new MojoExecutionException(
          "maven.compiler.executable=" + javac + " is that of a JDK " + jdk.feature() + wayOut());
    }
    return jdk;
  }

  private static String wayOut() {
    return "; Hocket compiles in a JDK "
        + Jdk.LEAST
        + " or newer: name the javac of one"
        + JdkSearch.preferring(null)
            .find()
            .map(jdk -> ", such as " + jdk.program("javac"))
            .orElse("")
        + ", or leave the property out";
  }

  private Optional<Jdk> any(MavenSession session, Map<String, String> wanted, Log log) {
    Optional<Path> javac = toolchain(session, wanted, log).map(Path::of);
    JdkSearch search = JdkSearch.preferring(javac.map(Path::toString).orElse(null));
    Optional<Jdk> found = search.find();
    Optional<Jdk> asked = javac.flatMap(Jdk::of);
    if (javac.isPresent() && found.isPresent() && !found.equals(asked)) {
      log.warn(
          "the toolchain's JDK in "
              + javac.get().getParent().getParent()
              + " is "
              + asked.map(jdk -> "a JDK " + jdk.feature()).orElse("no JDK of a known version")
              + "; Hocket compiles in a JDK "
              + Jdk.LEAST
              + " or newer, so this project is compiled, tested and run in "
              + found.get());
    }
    return found;
  }

  /** The javac of the toolchain that the project asks for, or of the one that is set. */
  private Optional<String> toolchain(MavenSession session, Map<String, String> wanted, Log log) {
    if (wanted != null) {
      List<Toolchain> fitting = known.getToolchains(session, TYPE, wanted);
      if (fitting != null && !fitting.isEmpty()) {
        return Optional.ofNullable(fitting.get(0).findTool("javac"));
      }
      log.warn("toolchains.xml has no JDK with " + wanted + ", which jdkToolchain asks for");
    }
    return Optional.ofNullable(known.getToolchainFromBuildContext(TYPE, session))
        .map(toolchain -> toolchain.findTool("javac"));
  }

  private ToolchainPrivate factoryMade(Jdk jdk) throws MojoExecutionException {
    ToolchainModel model = new ToolchainModel();
    model.setType(TYPE);
    model.addProvide("version", Integer.toString(jdk.feature()));
    Xpp3Dom home = new Xpp3Dom("jdkHome");
    home.setValue(jdk.home().toString());
    Xpp3Dom configuration = new Xpp3Dom("configuration");
    configuration.addChild(home);
    model.setConfiguration(configuration);
    try {
      return factory.createToolchain(model);
    } catch (MisconfiguredToolchainException e) {
      throw new MojoExecutionException("cannot use " + jdk, e);
    }
  }
}
