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
 * Rewrites the class of AWT's event thread when it is loaded. The class calls {@code
 * queue.getNextEvent()} and {@code queue.dispatchEvent(event)} for every event, even if the program
 * has replaced AWT's queue. These calls are replaced by calls of new methods in the same class:
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
 *
 * private static AWTEvent hocket$next(EventQueue queue) {
 *   EventThread.idles();
 *   try {
 *     return queue.getNextEvent();
 *   } finally {
 *     EventThread.resumes();
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
  private static final String GET_NEXT_EVENT = "getNextEvent";
  private static final String NEW_METHOD = "hocket$dispatch";
  private static final String NEW_NEXT = "hocket$next";
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
  private static final int FLAGS =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
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
          } else if (element instanceof InvokeInstruction call
              && call.name().equalsString(GET_NEXT_EVENT)
              && call.owner().asSymbol().equals(QUEUE)) {
            code.invokestatic(THREAD, NEW_NEXT, call.typeSymbol().insertParameterTypes(0, QUEUE));
          } else {
            code.with(element);
          }
        });
    ClassTransform method =
        ClassTransform.endHandler(builder ->
            builder
                .withMethodBody(NEW_METHOD, ofBoth, FLAGS, DispatchTransformer::writeDispatch)
                .withMethodBody(
                    NEW_NEXT,
                    MethodTypeDesc.of(EVENT, QUEUE),
                    FLAGS,
                    code -> writeNext(code, MethodTypeDesc.of(EVENT)))
                .withMethodBody(
                    NEW_NEXT,
                    MethodTypeDesc.of(EVENT, QUEUE, ConstantDescs.CD_int),
                    FLAGS,
                    code -> writeNext(code, MethodTypeDesc.of(EVENT, ConstantDescs.CD_int))));
    return file.transformClass(file.parse(bytes), calls.andThen(method));
  }

  private static void writeDispatch(CodeBuilder code) {
    code.aload(1)
        .invokestatic(HOOK, "begin", OF_EVENT)
        .trying(
            body -> body.aload(0).aload(1).invokevirtual(QUEUE, DISPATCH_EVENT, OF_EVENT),
            failure ->
                failure.catchingAll(body -> body.invokestatic(HOOK, "end", NOTHING).athrow()))
        .invokestatic(HOOK, "end", NOTHING)
        .return_();
  }

  /** Writes the call of getNextEvent, which may take the number of an event type. */
  private static void writeNext(CodeBuilder code, MethodTypeDesc type) {
    int result = 1 + type.parameterCount();
    code.invokestatic(HOOK, "idles", NOTHING)
        .trying(
            body -> {
              body.aload(0);
              if (type.parameterCount() > 0) {
                body.iload(1);
              }
              body.invokevirtual(QUEUE, GET_NEXT_EVENT, type).astore(result);
            },
            failure ->
                failure.catchingAll(body -> body.invokestatic(HOOK, "resumes", NOTHING).athrow()))
        .invokestatic(HOOK, "resumes", NOTHING)
        .aload(result)
        .areturn();
  }
}
