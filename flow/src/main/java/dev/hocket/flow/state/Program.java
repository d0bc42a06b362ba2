package dev.hocket.flow.state;

import org.objectweb.asm.Type;

/** Tells the classes of a program from those of libraries. */
// The first two names of packages decide, since a program may consist of many jars. They do not
// where Hocket's own case studies use Hocket; there its modules decide. Code that is not in Java
// has no packages: to it, all classes belong to the program but those of Clojure and Hocket.
final class Program {
  private static final String HOCKET = names(Type.getInternalName(Program.class));

  private static final String CLOJURE = "clojure/";

  private final ClassFiles files;
  private final String self;
  private final String names;

  /**
   * Makes the program of a function.
   *
   * @param self the class of the function
   */
  Program(ClassFiles files, String self) {
    this.files = files;
    this.self = self;
    this.names = names(self);
  }

  private static String names(String type) {
    String[] names = type.split("/");
    return names.length < 3
        ? type.substring(0, type.lastIndexOf('/') + 1)
        : names[0] + "/" + names[1] + "/";
  }

  /**
   * Returns whether a class belongs to a library; for a function in no package, the folder or jar
   * of the class decides, which may hold Clojure, too.
   */
  boolean isLibrary(String type) {
    return names.isEmpty()
        ? type.startsWith(CLOJURE) || files.isElsewhere(type, self)
        : !type.startsWith(names) || names.equals(HOCKET) && isOfOtherModule(type);
  }

  /** Returns whether a class is one of Clojure or Hocket, to which the program may be unknown. */
  static boolean isOfLanguage(ClassFiles files, String type) {
    return type.startsWith(CLOJURE) || type.startsWith(HOCKET) && isOfModule(files, type);
  }

  private static boolean isOfModule(ClassFiles files, String type) {
    String module = files.module(type) + "/";
    return module.startsWith(HOCKET) && type.startsWith(module);
  }

  private boolean isOfOtherModule(String type) {
    return isOfModule(files, type) && !self.startsWith(files.module(type) + "/");
  }
}
