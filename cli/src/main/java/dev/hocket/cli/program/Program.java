package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;

/** A program that is ready to run in this JVM. */
public final class Program {
  /** A command that may start a program. */
  public interface Source {
    /** The program to start, or null. */
    Program program();
  }

  private final ProgramLoader loader;
  private final MainMethod main;
  private final String classPath;
  private final String[] arguments;
  private final FlightRecording recording;

  /** The program that a command line starts, or null if it starts none. */
  public static Program preparedBy(CommandLine commands) {
    return commands.getSubcommands().values().stream()
        .map(command -> command.getCommand() instanceof Source source ? source.program() : null)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Program(
      ProgramLoader loader,
      MainMethod main,
      String classPath,
      String[] arguments,
      FlightRecording recording) {
    this.loader = loader;
    this.main = main;
    this.classPath = classPath;
    this.arguments = arguments;
    this.recording = recording;
  }

  /**
   * Finds a class's main method, without initialising the class yet.
   *
   * @param where the place that was searched, in the user's terms
   * @param recording the recording of the run, or null
   */
  public static Program load(
      String className,
      String where,
      List<Path> classPath,
      List<String> arguments,
      FlightRecording recording) {
    ProgramLoader loader = new ProgramLoader(classPath);
    String path = ClassPath.join(classPath);
    try {
      MainMethod main = MainMethod.of(Class.forName(className, false, loader));
      return new Program(loader, main, path, arguments.toArray(String[]::new), recording);
    } catch (ClassNotFoundException e) {
      throw new UserError("no class " + className + " in " + where + hint(className, loader));
    } catch (LinkageError e) {
      throw new UserError("class " + className + " cannot be loaded from " + where + ": " + e);
    }
  }

  /** Finds the main method of a class that the user named by its file. */
  private static String hint(String className, ProgramLoader loader) {
    String name = className.replaceFirst("\\.class$", "").replace('/', '.');
    boolean meant =
        !name.equals(className) && loader.findResource(name.replace('.', '/') + ".class") != null;
    return meant ? "; did you mean " + name + "?" : "";
  }

  /**
   * Runs the program on this thread, and returns when {@code main} returns. The JVM then lives
   * until the program's threads and Hocket's blocks have ended.
   */
  public void start() throws Throwable {
    System.setProperty("java.class.path", classPath);
    Thread.currentThread().setContextClassLoader(loader);
    if (recording != null) {
      recording.start();
    }
    try {
      main.invoke(arguments);
    } catch (Throwable thrown) {
      LauncherFrames.cutFrom(thrown);
      throw thrown;
    }
  }
}
