package dev.hocket.maven;

import java.io.File;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.codehaus.plexus.compiler.CompilerConfiguration;
import org.codehaus.plexus.compiler.CompilerException;
import org.codehaus.plexus.compiler.CompilerResult;
import org.codehaus.plexus.compiler.javac.JavacCompiler;

/**
 * Hocket's compiler behind Maven's interface of compilers. It runs in a JVM of its own, because
 * Maven's may be older; arguments and messages are those of a forked javac.
 */
public final class HocketJavac extends JavacCompiler {
  /** A class of each jar that the JVM of the compiler needs. */
  private static final List<String> CLASSES =
      List.of(
          "dev/hocket/maven/Main",
          "dev/hocket/compiler/HocketTool",
          "dev/hocket/directives/TargetBlocks",
          "dev/hocket/core/Body",
          "pj/Pyjama",
          "org/objectweb/asm/ClassReader",
          "org/objectweb/asm/tree/ClassNode",
          "org/objectweb/asm/commons/Remapper");

  private static final String JVM_FLAG = "-J";

  /** Made by Maven. */
  public HocketJavac() {}

  @Override
  public CompilerResult performCompile(CompilerConfiguration configuration)
      throws CompilerException {
    JdkSearch search = JdkSearch.preferring(configuration.getExecutable());
    Jdk jdk = search.find().orElseThrow(() -> new CompilerException(search.missing()));
    configuration.setFork(true);
    configuration.setExecutable(jdk.program("javac").toString());
    return super.performCompile(configuration);
  }

  /** The arguments go into a file, which {@code java} reads as {@code javac} does. */
  @Override
  protected CompilerResult compileOutOfProcess(
      CompilerConfiguration configuration, String javac, String[] arguments)
      throws CompilerException {
    List<String> all = new ArrayList<>(jvmFlags(configuration));
    // Messages are read in this encoding.
    all.add("-Dstdout.encoding=" + Charset.defaultCharset().name());
    all.addAll(List.of("-cp", classPath(), Main.class.getName()));
    all.addAll(List.of(arguments));
    String java = Jdk.of(Path.of(javac)).orElseThrow().program("java").toString();
    return super.compileOutOfProcess(configuration, java, all.toArray(String[]::new));
  }

  private static List<String> jvmFlags(CompilerConfiguration configuration) {
    List<String> flags = new ArrayList<>();
    Optional.ofNullable(configuration.getMeminitial()).ifPresent(size -> flags.add("-Xms" + size));
    Optional.ofNullable(configuration.getMaxmem()).ifPresent(size -> flags.add("-Xmx" + size));
    configuration.getCustomCompilerArgumentsEntries().stream()
        .map(argument -> argument.getKey())
        .filter(key -> key != null && key.startsWith(JVM_FLAG))
        .forEach(key -> flags.add(key.substring(JVM_FLAG.length())));
    return flags;
  }

  /** Finds those jars among the plugin's, without loading a class of the compiler. */
  private static String classPath() throws CompilerException {
    Set<String> jars = new LinkedHashSet<>();
    for (String name : CLASSES) {
      jars.add(jarOf(name + ".class").toString());
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path jarOf(String resource) throws CompilerException {
    URL url = HocketJavac.class.getClassLoader().getResource(resource);
    if (url == null || !url.getProtocol().equals("jar")) {
      throw new CompilerException("no jar of the plugin has " + resource + " (" + url + ")");
    }
    String jar = url.getPath().substring(0, url.getPath().indexOf("!/"));
    return Path.of(java.net.URI.create(jar));
  }
}
