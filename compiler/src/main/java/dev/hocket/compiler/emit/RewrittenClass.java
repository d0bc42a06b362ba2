package dev.hocket.compiler.emit;

import dev.hocket.compiler.lower.LoweredUnit;
import dev.hocket.compiler.resume.MethodTooLongException;
import dev.hocket.compiler.resume.Resumption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BiConsumer;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A class file of a translated source: javac writes one thing, and another one ends up in it. */
final class RewrittenClass extends ForwardingJavaFileObject<JavaFileObject> {
  private final LoweredUnit unit;
  private final BiConsumer<LoweredUnit, MethodTooLongException> tooLong;

  RewrittenClass(
      JavaFileObject file,
      LoweredUnit unit,
      BiConsumer<LoweredUnit, MethodTooLongException> tooLong) {
    super(file);
    this.unit = unit;
    this.tooLong = tooLong;
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
    byte[] ours;
    try {
      ours = Resumption.of(UserNames.give(javacs, unit.copies()));
    } catch (MethodTooLongException e) {
      tooLong.accept(unit, e);
      return;
    }
    try (OutputStream out = super.openOutputStream()) {
      out.write(ours);
    }
  }
}
