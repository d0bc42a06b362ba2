package dev.hocket.lag;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rewrites the JavaFX method that receives all tasks for the application thread:
 *
 * <pre>
 * private static void runLater(Runnable task, boolean exiting) {
 *   task = FxThread.recorded(task);
 *   …
 * </pre>
 */
final class FxTransformer implements ClassFileTransformer {
  private static final String PLATFORM = "com/sun/javafx/application/PlatformImpl";
  private static final ClassDesc HOOK = ClassDesc.of("dev.hocket.lag.FxThread");
  private static final ClassDesc TASK = ClassDesc.of("java.lang.Runnable");
  private static final MethodTypeDesc RUN_LATER =
      MethodTypeDesc.of(ConstantDescs.CD_void, TASK, ConstantDescs.CD_boolean);

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    if (!PLATFORM.equals(name)) {
      return null;
    }
    FxProbe.found(loader);
    AtomicBoolean found = new AtomicBoolean();
    byte[] transformed = transformed(bytes, loader, found);
    if (!found.get()) {
      System.err.println(
          "hocket: tasks of JavaFX are not recorded: this version has no"
              + " PlatformImpl.runLater(Runnable, boolean)");
      return null;
    }
    return transformed;
  }

  private static byte[] transformed(byte[] bytes, ClassLoader loader, AtomicBoolean found) {
    ClassHierarchyResolver classes =
        ClassHierarchyResolver.ofResourceParsing(loader)
            .orElse(ClassHierarchyResolver.defaultResolver());
    ClassFile file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(classes));
    CodeTransform wrapping =
        new CodeTransform() {
          @Override
          public void atStart(CodeBuilder code) {
            found.set(true);
            code.aload(0).invokestatic(HOOK, "recorded", MethodTypeDesc.of(TASK, TASK)).astore(0);
          }

          @Override
          public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
          }
        };
    return file.transformClass(
        file.parse(bytes),
        ClassTransform.transformingMethodBodies(
            method ->
                method.methodName().equalsString("runLater")
                    && method.methodTypeSymbol().equals(RUN_LATER),
            wrapping));
  }
}
