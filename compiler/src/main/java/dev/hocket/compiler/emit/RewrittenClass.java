package dev.hocket.compiler.emit;

import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.resume.RefusedMethodException;
import dev.hocket.compiler.resume.Resumption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A class file of a translated source; it is rewritten as javac writes it. */
final class RewrittenClass extends ForwardingJavaFileObject<JavaFileObject> {
  private final LoweredUnit unit;
  private final Output beside;
  private final BiConsumer<LoweredUnit, Exception> failed;

  /** Opens a class file beside the rewritten one. */
  interface Output {
    JavaFileObject named(String className) throws IOException;
  }

  RewrittenClass(
      JavaFileObject file,
      LoweredUnit unit,
      Output beside,
      BiConsumer<LoweredUnit, Exception> failed) {
    super(file);
    this.unit = unit;
    this.beside = beside;
    this.failed = failed;
  }

  @Override
  public OutputStream openOutputStream() {
    return new ByteArrayOutputStream() {
      private boolean closed;

      @Override
      public void close() throws IOException {
        if (!closed) {
          closed = true;
          store(toByteArray());
        }
      }
    };
  }

  private void store(byte[] javacs) throws IOException {
    Resumption.Result ours;
    try {
      ours = Resumption.of(UserNames.give(javacs, unit.copies()), unit.functions(), unit.hidden());
    } catch (RefusedMethodException e) {
      failed.accept(unit, e);
      return;
    } catch (RuntimeException | LinkageError e) {
      // javac would report an exception as its own crash, without the place.
      String what = unit.source().name() + ", translated to " + fileObject.getName();
      failed.accept(unit, new IllegalStateException(what, e));
      return;
    }
    write(fileObject, ours.classFile());
    for (Map.Entry<String, byte[]> added : ours.added().entrySet()) {
      write(beside.named(added.getKey()), added.getValue());
    }
  }

  private static void write(JavaFileObject file, byte[] content) throws IOException {
    try (OutputStream out = file.openOutputStream()) {
      out.write(content);
    }
  }
}
