package dev.hocket.lag;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rewrites the class of AWT's event thread when it is loaded. Every event passes its call {@code
 * queue.dispatchEvent(event)}, even if the program has replaced AWT's queue. The call becomes one
 * of a new method of the same class:
 *
 * <pre>
 * private static void hocket$dispatch(EventQueue queue, AWTEvent event) {
 *   EventThread.begin(event);
 *   try {
 *     queue.dispatchEvent(event);
 *   } finally {
 *     EventThread.end();
 *   }
 * }
 * </pre>
 */
final class DispatchTransformer implements ClassFileTransformer {
  private static final String EVENT_DISPATCH_THREAD = "java/awt/EventDispatchThread";
  private static final ClassDesc THREAD = ClassDesc.of("java.awt.EventDispatchThread");
  private static final ClassDesc QUEUE = ClassDesc.of("java.awt.EventQueue");
  private static final ClassDesc EVENT = ClassDesc.of("java.awt.AWTEvent");
  private static final ClassDesc HOOK = ClassDesc.of("dev.hocket.lag.EventThread");
  private static final String DISPATCH_EVENT = "dispatchEvent";
  private static final String NEW_METHOD = "hocket$dispatch";
  private static final MethodTypeDesc OF_EVENT = MethodTypeDesc.of(ConstantDescs.CD_void, EVENT);

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    if (!EVENT_DISPATCH_THREAD.equals(name)) {
      return null;
    }
    AtomicBoolean found = new AtomicBoolean();
    byte[] transformed = transformed(bytes, found);
    if (!found.get()) {
      System.err.println(
          "hocket: dispatches are not recorded: the event thread of this JDK ("
              + Runtime.version()
              + ") does not call EventQueue.dispatchEvent");
      return null;
    }
    return transformed;
  }

  private static byte[] transformed(byte[] bytes, AtomicBoolean found) {
    MethodTypeDesc ofBoth = MethodTypeDesc.of(ConstantDescs.CD_void, QUEUE, EVENT);
    ClassFile file = ClassFile.of();
    ClassTransform calls =
        ClassTransform.transformingMethodBodies((code, element) -> {
          if (element instanceof InvokeInstruction call
              && call.name().equalsString(DISPATCH_EVENT)
              && call.owner().asSymbol().equals(QUEUE)) {
            found.set(true);
            code.invokestatic(THREAD, NEW_METHOD, ofBoth);
          } else {
            code.with(element);
          }
        });
    ClassTransform method =
        ClassTransform.endHandler(builder ->
            builder.withMethodBody(
                NEW_METHOD,
                ofBoth,
                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                DispatchTransformer::write));
    return file.transformClass(file.parse(bytes), calls.andThen(method));
  }

  private static void write(CodeBuilder code) {
    MethodTypeDesc nothing = MethodTypeDesc.of(ConstantDescs.CD_void);
    code.aload(1)
        .invokestatic(HOOK, "begin", OF_EVENT)
        .trying(
            body -> body.aload(0).aload(1).invokevirtual(QUEUE, DISPATCH_EVENT, OF_EVENT),
            failure ->
                failure.catchingAll(body -> body.invokestatic(HOOK, "end", nothing).athrow()))
        .invokestatic(HOOK, "end", nothing)
        .return_();
  }
}
