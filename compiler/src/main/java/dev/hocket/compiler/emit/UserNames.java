package dev.hocket.compiler.emit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/**
 * A class file in which a block's own copies of variables bear the user's names again, so that a
 * debugger shows them so.
 *
 * <p>Only texts of the constant pool change (JVMS 4.4.7). The names of copies occur nowhere in the
 * user's file, so such a text is the name of a local variable; code and frames stay javac's.
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
            rename(toByteArray(), out);
          }
        }
      }
    };
  }

  private static void rename(byte[] classFile, OutputStream result) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    DataOutputStream out = new DataOutputStream(result);
    out.writeLong(in.readLong());
    int entries = in.readUnsignedShort();
    out.writeShort(entries);
    for (int i = 1; i < entries; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == 1) {
        String text = in.readUTF();
        Matcher copy = COPY.matcher(text);
        out.writeUTF(copy.matches() ? copy.group(1) : text);
      } else {
        out.write(in.readNBytes(size(tag)));
      }
      if (tag == 5 || tag == 6) {
        // A long or double takes two places.
        i++;
      }
    }
    in.transferTo(out);
    out.flush();
  }

  /** The length of an entry, by its tag (JVMS 4.4). */
  private static int size(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IllegalStateException("unknown constant " + tag + " from javac");
    };
  }
}
