package dev.hocket.compiler.emit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Renames a block's own copies of variables in a class file to the user's names, so that a debugger
 * shows these.
 *
 * <p>Only texts in the constant pool change (JVMS 4.4.7). The names of copies occur nowhere in the
 * user's file, so such a text is the name of a local variable; if a string constant is equal to it
 * by coincidence, the text stays. Code and frames stay as javac wrote them.
 */
final class UserNames {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int STRING = 8;

  private UserNames() {}

  static byte[] give(byte[] classFile, Map<String, String> names) throws IOException {
    if (names.isEmpty()) {
      return classFile;
    }
    Set<Integer> strings = strings(classFile);
    ByteArrayOutputStream result = new ByteArrayOutputStream(classFile.length);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    DataOutputStream out = new DataOutputStream(result);
    out.writeLong(in.readLong());
    int entries = in.readUnsignedShort();
    out.writeShort(entries);
    for (int i = 1; i < entries; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == UTF8) {
        String text = in.readUTF();
        out.writeUTF(strings.contains(i) ? text : names.getOrDefault(text, text));
      } else {
        out.write(in.readNBytes(size(tag)));
      }
      i += places(tag) - 1;
    }
    in.transferTo(out);
    out.flush();
    return result.toByteArray();
  }

  /** The entries of the constant pool that are texts of string constants. */
  private static Set<Integer> strings(byte[] classFile) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    in.readLong();
    int entries = in.readUnsignedShort();
    Set<Integer> strings = new HashSet<>();
    for (int i = 1; i < entries; i++) {
      int tag = in.readUnsignedByte();
      if (tag == STRING) {
        strings.add(in.readUnsignedShort());
      } else {
        in.skipNBytes(tag == UTF8 ? in.readUnsignedShort() : size(tag));
      }
      i += places(tag) - 1;
    }
    return strings;
  }

  private static int places(int tag) {
    return tag == LONG || tag == DOUBLE ? 2 : 1;
  }

  /** The length of an entry, given its tag (JVMS 4.4). */
  private static int size(int tag) {
    return switch (tag) {
      case 7, STRING, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case LONG, DOUBLE -> 8;
      default -> throw new IllegalStateException("unknown constant " + tag + " from javac");
    };
  }
}
