package dev.hocket.compiler.attribute;

import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A file that javac gets in the place of one of its file manager's own. */
abstract class StandIn extends ForwardingJavaFileObject<JavaFileObject> {
  StandIn(JavaFileObject file) {
    super(file);
  }

  /** The file manager's own file. */
  final JavaFileObject original() {
    return fileObject;
  }
}
