/** The directive compiler: {@code //#omp} source to class files, by way of javac itself. */
module dev.hocket.compiler {
  requires dev.hocket.directives;
  requires dev.hocket.pyjama;
  requires java.compiler;
  requires jdk.compiler;
  requires org.objectweb.asm;
  requires org.objectweb.asm.commons;
  requires org.objectweb.asm.tree;

  exports dev.hocket.compiler;
  exports dev.hocket.compiler.inspect;
  exports dev.hocket.compiler.patch;
  exports dev.hocket.compiler.suggest;

  provides java.util.spi.ToolProvider with
      dev.hocket.compiler.HocketTool;
}
