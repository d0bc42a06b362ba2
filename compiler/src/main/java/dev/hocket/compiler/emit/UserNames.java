package dev.hocket.compiler.emit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.util.regex.Pattern;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/**
 * A class file in which a block's own copies of variables bear the user's names again, so that a
 * debugger shows them so.
 */
final class UserNames extends ForwardingJavaFileObject<JavaFileObject> {
  private static final Pattern COPY = Pattern.compile("(.+?)\\$+(private|firstprivate)\\d*");

  UserNames(JavaFileObject file) {
    super(file);
  }

  @Override
  public OutputStream openOutputStream() throws IOException {
    OutputStream out = super.openOutputStream();
    return new ByteArrayOutputStream() {
      private boolean closed;

      @Override
      public void close() throws IOException {
        if (!closed) {
          closed = true;
          try (out) {
            out.write(rename(toByteArray()));
          }
        }
      }
    };
  }

  private static byte[] rename(byte[] bytes) {
    ClassFile classFile = ClassFile.of();
    ClassTransform transform = ClassTransform.transformingMethodBodies(UserNames::rename);
    return isPlain(bytes) ? bytes : classFile.transformClass(classFile.parse(bytes), transform);
  }

  /** Most classes have no copies; they stay as javac made them. */
  private static boolean isPlain(byte[] bytes) {
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    return !text.contains("$private") && !text.contains("$firstprivate");
  }

  private static void rename(CodeBuilder builder, CodeElement element) {
    switch (element) {
      case LocalVariable v ->
          builder.localVariable(
              v.slot(),
              userName(v.name().stringValue()),
              v.typeSymbol(),
              v.startScope(),
              v.endScope());
      case LocalVariableType v ->
          builder.localVariableType(
              v.slot(),
              userName(v.name().stringValue()),
              v.signatureSymbol(),
              v.startScope(),
              v.endScope());
      default -> builder.with(element);
    }
  }

  private static String userName(String name) {
    return COPY.matcher(name).replaceFirst("$1");
  }
}
