package dev.hocket.compiler.attribute;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import dev.hocket.compiler.diagnose.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;

/**
 * Pass 1: a complete run of javac, with annotation processors, that stops before it writes class
 * files. The user sees the messages of this pass.
 */
public final class Attribution implements TaskListener {
  /** The option that stops javac after it has attributed and checked all code. */
  public static final String STOP = "-XDshould-stop.ifNoError=FLOW";

  private final JavacTask task;
  private final Consumer<List<AttributedUnit>> analysis;
  private final Set<CompilationUnitTree> units = new LinkedHashSet<>();
  private RuntimeException failure;

  private Attribution(JavacTask task, Consumer<List<AttributedUnit>> analysis) {
    this.task = task;
    this.analysis = analysis;
  }

  /**
   * Runs javac up to and including its flow analysis.
   *
   * @param files the file manager, which also records the files that annotation processors write
   * @param roots the source files on the command line
   * @param analysis receives every compiled unit, including generated and implicitly compiled ones,
   *     while javac still knows them; if javac has found errors, its exceptions are dropped
   * @return whether javac found no errors
   * @throws WrongOptionsException if javac refuses the options
   */
  public static boolean run(
      JavaCompiler compiler,
      JavacCommand command,
      GeneratedFiles files,
      List<JavaFileObject> roots,
      PrintWriter out,
      Consumer<List<AttributedUnit>> analysis) {
    return run(command.with(STOP).task(compiler, files, roots, out), analysis);
  }

  /**
   * Runs a javac task that the caller has created with the option {@link #STOP}.
   *
   * @param task the javac task
   * @param analysis receives every unit that javac has attributed; if javac has found errors, its
   *     exceptions are dropped
   * @return whether javac found no errors
   */
  public static boolean run(JavacTask task, Consumer<List<AttributedUnit>> analysis) {
    Attribution attribution = new Attribution(task, analysis);
    task.addTaskListener(attribution);
    boolean ok = task.call();
    if (ok && attribution.failure != null) {
      throw attribution.failure;
    }
    return ok;
  }

  @Override
  public void finished(TaskEvent event) {
    switch (event.getKind()) {
      case ANALYZE -> units.add(event.getCompilationUnit());
      case COMPILATION -> analyse();
      default -> {}
    }
  }

  private void analyse() {
    try {
      // Getting it takes reflection, so once for all units.
      Trees trees = Trees.instance(task);
      List<AttributedUnit> attributed = new ArrayList<>();
      for (CompilationUnitTree unit : units) {
        JavaFileObject file = unit.getSourceFile();
        SourceText text = new SourceText(file.getName(), file.getCharContent(true).toString());
        attributed.add(new AttributedUnit(file, unit, text, task, trees));
      }
      analysis.accept(attributed);
    } catch (IOException e) {
      failure = new UncheckedIOException(e);
    } catch (RuntimeException e) {
      // run() throws it again, unless javac has found errors: erroneous trees can crash the
      // analysis.
      failure = e;
    }
  }
}
