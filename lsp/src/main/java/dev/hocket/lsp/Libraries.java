package dev.hocket.lsp;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Keeps the class path of a workspace up to date. Libraries that files list are used at once. For a
 * folder without such files Maven is asked, and its answer is used when it comes; without an answer
 * the folder keeps its earlier libraries.
 */
final class Libraries implements AutoCloseable {
  /** The greatest depth at which modules are searched. */
  private static final int DEPTH = 4;

  private final String version;
  private final Consumer<List<Path>> changed;
  private final Consumer<String> problems;
  private final Map<Path, List<Path>> ofMaven = new HashMap<>();
  private Map<Path, FileTime> seen = Map.of();
  private Maven asked;
  private String reported = "";
  private boolean closed;

  /**
   * The class path of a workspace.
   *
   * @param version the version of Hocket's plugin for Maven
   * @param changed receives each new class path, on any thread
   * @param problems receives each reason why Maven does not answer, once
   */
  Libraries(String version, Consumer<List<Path>> changed, Consumer<String> problems) {
    this.version = version;
    this.changed = changed;
    this.problems = problems;
  }

  /** Checks whether a build, a list of libraries or a jar has changed, and if so asks again. */
  synchronized void refresh(List<Path> folders) {
    Map<Path, FileTime> now = new TreeMap<>();
    folders.forEach(folder -> {
      addBuildFiles(folder, now);
      ProjectClassPath.jars(folder).forEach(jar -> now.put(jar, timeOf(jar)));
    });
    if (now.equals(seen) || closed) {
      return;
    }
    seen = now;
    forget();
    List<Path> builds = builds(folders, now.keySet());
    ofMaven.keySet().retainAll(builds);
    publish(folders);
    if (!builds.isEmpty()) {
      Maven maven = new Maven(version, this::report);
      asked = maven;
      Thread.ofVirtual().name("hocket-maven").start(() -> ask(maven, builds, folders));
    }
  }

  private void ask(Maven maven, List<Path> builds, List<Path> folders) {
    try {
      for (Path build : builds) {
        List<Path> path = maven.classPath(build);
        synchronized (this) {
          if (asked != maven) {
            return;
          }
          if (path != null) {
            ofMaven.put(build, path);
            publish(folders);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(List<Path> folders) {
    Set<Path> path = new LinkedHashSet<>(ProjectClassPath.of(folders));
    ofMaven.values().forEach(path::addAll);
    changed.accept(List.copyOf(path));
  }

  private synchronized void report(String problem) {
    if (!problem.equals(reported)) {
      reported = problem;
      problems.accept(problem);
    }
  }

  /** The outermost folders with a POM; none of a folder that lists its libraries itself. */
  private static List<Path> builds(List<Path> folders, Set<Path> files) {
    Set<Path> builds = new LinkedHashSet<>();
    for (Path folder : folders) {
      if (!ProjectClassPath.isListed(folder)) {
        files.stream()
            .filter(file -> file.startsWith(folder) && file.endsWith("pom.xml"))
            .map(Path::getParent)
            .sorted((one, other) -> Integer.compare(one.getNameCount(), other.getNameCount()))
            .filter(pom -> builds.stream().noneMatch(pom::startsWith))
            .forEach(builds::add);
      }
    }
    return List.copyOf(builds);
  }

  private static void addBuildFiles(Path folder, Map<Path, FileTime> files) {
    try {
      Files.walkFileTree(
          folder,
          EnumSet.noneOf(java.nio.file.FileVisitOption.class),
          DEPTH,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              boolean lists = path.endsWith(".hocket");
              return !path.equals(folder) && !lists && Project.isSkipped(path)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.endsWith("pom.xml") || file.endsWith(ProjectClassPath.FILE)) {
                files.put(file, attributes.lastModifiedTime());
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      // Folders that cannot be read are left out of the project.
    }
  }

  private static FileTime timeOf(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // It is being replaced; the next refresh sees the new one.
    }
  }

  private void forget() {
    if (asked != null) {
      asked.close();
      asked = null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    forget();
  }
}
