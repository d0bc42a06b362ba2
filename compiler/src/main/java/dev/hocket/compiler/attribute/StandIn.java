package dev.hocket.compiler.attribute;

import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A file object that wraps one of javac's own file manager. */
abstract class StandIn extends ForwardingJavaFileObject<JavaFileObject> {
  StandIn(JavaFileObject file) {
    super(file);
  }

  /** The wrapped file object. */
  final JavaFileObject original() {
    return fileObject;
  }
}
